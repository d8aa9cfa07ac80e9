"""The peer in Python: python-chess, the first 20 positions of every game into a table of outcomes.

Usage: table20.py FILE. Prints "games plies distinct".
"""

import sys

import chess.pgn


class Table20(chess.pgn.BaseVisitor):
    """Counts the positions of one main line; variations and comments are not entered."""

    table = {}
    plies = 0

    def begin_game(self):
        self.positions = 0
        self.outcome = None

    def visit_header(self, name, value):
        if name == "Result":
            self.outcome = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}.get(value)

    def end_headers(self):
        self.count(chess.Board())

    def begin_variation(self):
        return chess.pgn.SKIP

    def visit_move(self, board, move):
        pass

    def visit_board(self, board):
        if board.ply() > 0 and self.positions < 20:
            Table20.plies += 1
            self.count(board)

    def count(self, board):
        self.positions += 1
        if self.outcome is not None:
            row = self.table.setdefault(board._transposition_key(), [0, 0, 0])
            row[self.outcome] += 1

    def result(self):
        return True


def main():
    games = 0
    with open(sys.argv[1], encoding="latin-1") as pgn:
        while chess.pgn.read_game(pgn, Visitor=Table20):
            games += 1
    print(games, Table20.plies, len(Table20.table))


main()
