"""A group as one document: written here, read elsewhere. docs/export.md describes the format."""
