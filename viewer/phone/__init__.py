"""Pairing of other devices: the addresses of this machine, the link with the code, its QR code, and the panel."""
