"""`python -m panparser` is the command line."""

from panparser.cli import main

if __name__ == "__main__":
    main()
