"""Gettysburg in words: a package for each language."""
