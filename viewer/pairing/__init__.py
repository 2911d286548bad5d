"""Pairing of other devices: the addresses of this machine, the link with the code, and its QR code."""
