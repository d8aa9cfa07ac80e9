// The peer in Rust: pgn-reader and shakmaty, the first 20 positions of every game into a table of outcomes, or every
// move of every game checked, or both. Usage: table20 (table|skim|replay|full) FILE. Prints "games plies distinct". skim is table
// without leaving a game early: the rest of its moves is read and passed over.
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};
use std::collections::HashMap;
use std::ops::ControlFlow;

struct Peer {
    limit: usize, // positions of a game that count
    skim: bool,   // read the moves behind them
    whole: bool,  // check the moves behind them as well
    table: HashMap<u64, [u32; 3]>,
    games: u64,
    plies: u64,
}

struct Tags {
    outcome: Option<usize>,
}

struct Moves {
    pos: Chess,
    outcome: Option<usize>,
    positions: usize,
}

impl Peer {
    fn count(&mut self, m: &Moves) {
        if let (Some(o), true) = (m.outcome, self.limit > 0) {
            let key: Zobrist64 = m.pos.zobrist_hash(EnPassantMode::Legal);
            self.table.entry(key.0).or_default()[o] += 1;
        }
    }
}

impl Visitor for Peer {
    type Tags = Tags;
    type Movetext = Moves;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        self.games += 1;
        ControlFlow::Continue(Tags { outcome: None })
    }

    fn tag(
        &mut self,
        tags: &mut Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        if name == b"Result" {
            tags.outcome = match value.as_bytes() {
                b"1-0" => Some(0),
                b"1/2-1/2" => Some(1),
                b"0-1" => Some(2),
                _ => None,
            };
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, Moves> {
        let m = Moves {
            pos: Chess::default(),
            outcome: tags.outcome,
            positions: 1,
        };
        self.count(&m);
        ControlFlow::Continue(m)
    }

    fn begin_variation(&mut self, _: &mut Moves) -> ControlFlow<Self::Output, pgn_reader::Skip> {
        ControlFlow::Continue(pgn_reader::Skip(true))
    }

    fn san(&mut self, m: &mut Moves, san: SanPlus) -> ControlFlow<Self::Output> {
        if !self.whole && m.positions >= self.limit {
            return if self.skim {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            };
        }
        match san.san.to_move(&m.pos) {
            Ok(mv) => m.pos.play_unchecked(mv),
            Err(_) => return ControlFlow::Break(()),
        }
        m.positions += 1;
        self.plies += 1;
        if m.positions <= self.limit {
            self.count(m);
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Moves) {}
}

fn main() -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let limit = if args[1] == "replay" { 0 } else { 20 };
    let (skim, whole) = (args[1] == "skim", args[1] == "replay" || args[1] == "full");
    let mut peer = Peer {
        limit,
        skim,
        whole,
        table: HashMap::new(),
        games: 0,
        plies: 0,
    };
    let mut reader = Reader::new(std::fs::File::open(&args[2])?);
    while reader.read_game(&mut peer)?.is_some() {}
    println!("{} {} {}", peer.games, peer.plies, peer.table.len());
    Ok(())
}
