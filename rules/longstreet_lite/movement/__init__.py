"""LL.6 The Move phase."""
