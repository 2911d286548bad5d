"""Import of foreign files: an importer a format, the choice by content (`reading`), the use case (`files`)."""
