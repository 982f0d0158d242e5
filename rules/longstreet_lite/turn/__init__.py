"""LL.3, LL.4 Set-up and the turn."""
