"""Keeps notes on the disk."""


class NoteStore:
    """A folder of notes."""

    def __init__(self, folder):
        self.folder = folder

    def save(self, note):
        """Write a note to the disk."""
        path = build_path(self.folder, note)
        with open(path, "w") as f:
            f.write(note)


def build_path(folder, note):
    """Return where a note is kept: its first word, lower case."""
    return folder + "/" + note.split()[0].lower()
