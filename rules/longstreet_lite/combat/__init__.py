"""LL.7 The Combat phase."""
