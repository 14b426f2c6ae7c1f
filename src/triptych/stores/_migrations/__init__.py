"""Every step from one store version to the next, one file each, never changed once released."""
