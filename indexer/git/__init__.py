"""What git's own files say has changed, read by hand: git itself is never run, nor anything a repository names."""
