"""A plain python-chess loop: the engine analyses the position before and after every move of every game.

Usage: loop.py FILE DEPTH MULTIPV cleared|default. "cleared" begins a new game before each search; "default" leaves the
hash as python-chess does within a game. Prints "positions nodes seconds".
"""

import shutil
import sys
import time

import chess.engine
import chess.pgn


def main():
    path, depth, multipv, mode = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    command = shutil.which("stockfish") or "/usr/games/stockfish"
    engine = chess.engine.SimpleEngine.popen_uci(command)
    limit = chess.engine.Limit(depth=depth)
    positions = nodes = 0
    start = time.monotonic()
    with open(path, encoding="utf-8") as pgn:
        while game := chess.pgn.read_game(pgn):
            board = game.board()
            for move in game.mainline_moves():
                for position in (board.copy(), pushed(board, move)):
                    if position.is_game_over():
                        continue
                    token = object() if mode == "cleared" else game
                    info = engine.analyse(position, limit, multipv=multipv, game=token)
                    positions += 1
                    nodes += max(line.get("nodes", 0) for line in info)
                board.push(move)
    print(positions, nodes, f"{time.monotonic() - start:.1f}")
    engine.quit()


def pushed(board, move):
    after = board.copy()
    after.push(move)
    return after


main()
