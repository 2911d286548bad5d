"""Import of foreign files: an importer a format, the choice by content (`recognition`), the use case (`files`)."""
