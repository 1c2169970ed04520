"""Takes notes from the command line."""

from store import NoteStore


def add_note(text):
    store = NoteStore("notes")
    store.save(text)


def main(arguments):
    for text in arguments:
        add_note(text)
    add_note("done")
