// The page is still to come.
