"""https at home: a certificate authority of the store's own, and the name under which phones find this machine."""
