"""The people picker."""
