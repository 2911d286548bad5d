"""Parts that several pages share: filters, the address, messages, datasets, panels."""
