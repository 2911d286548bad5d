"""Parts of the page of people: what may become of a person, and who may be one."""
