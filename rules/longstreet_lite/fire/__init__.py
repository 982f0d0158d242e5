"""LL.5 The Fire phase."""
