"""LL.4 The action cards: hands, piles, and what cards do."""
