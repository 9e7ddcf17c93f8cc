"""The decisions of Stone Garden in words: what is asked, what a move does, what cards are for."""

import re
from dataclasses import dataclass

from niwashi import stone
from niwashi.render.stone_points import STONE_NAMES

#: What each decision asks its player. Chance and the end ask nothing.
QUESTIONS = {
    "step1": "Step 1: what becomes of {tile}?",
    "answer-offer": "Player {active} offers {tile}: will you have it?",
    "choose-taker": "Who gets {tile}, which you offered?",
    "answer-robbery": "Player {active} is about to place {tile}: will you rob it for 2 virtue?",
    "answer-reveal": "You are being robbed of {tile}: will you show Shigemori Mirei?",
    "place": "Where does {tile} lie?",
    "step2": "Step 2: meditate, move the monk, buy a stone, or use your card.",
    "extra": "The card gives one more action: meditate, move the monk or buy a stone.",
    "bonus": "The stone stands with the monk: he may take a step.",
    "muso-soseki": "Muso Soseki: which stone, and where?",
    "zen-ami": "Zen Ami: lay or discard each tile.",
    "sesshu": "Sesshu: lay one of the tiles, or none.",
    "sen-no-rikyu": "Sen no Rikyu: where does the monk go?",
    "kentei": "Kentei: which stone moves, and where to?",
    "kobori-enshu": "Kobori Enshu: which two tiles change places?",
    "ishikawa-jozan": "Ishikawa Jozan: which stored tile do you take, and where does it lie?",
    "ishikawa-jozan-more": "Ishikawa Jozan: another tile?",
}

#: The Master Gardeners: name, and what the card does.
MASTERS = {
    "muso-soseki": (
        "Muso Soseki",
        "Step 2: take any stone from the yard, free, for any of your tiles where it may stand.",
    ),
    "zen-ami": ("Zen Ami", "Step 2: draw two tiles, look at both, lay or discard each."),
    "sesshu": ("Sesshu", "Step 2: draw three tiles, look at them, lay one at most."),
    "sen-no-rikyu": (
        "Sen no Rikyu",
        "Step 2: the monk goes to any of your tiles; then meditate, move him or buy.",
    ),
    "kentei": (
        "Kentei",
        "Step 2: one of your stones goes to another of your tiles; then meditate, move the monk "
        "or buy.",
    ),
    "kobori-enshu": (
        "Kobori Enshu",
        "Step 2: two of your tiles without stones change places, turned as you like.",
    ),
    "kanamori-sowa": ("Kanamori Sowa", "Step 2: 4 virtue more."),
    "ishikawa-jozan": (
        "Ishikawa Jozan",
        "Step 2: take tiles that others have in storage, and lay them.",
    ),
    "shigemori-mirei": (
        "Shigemori Mirei",
        "When you are robbed: show it, and nobody robs you for the rest of the turn.",
    ),
}

#: What a move says beyond its parts; `{...}` are parts.
_WORDS = {
    "offer": "offer the tile to the others",
    "discard": "discard the tile for 1 virtue",
    "store": "put the tile into storage",
    "done": "go on to step 2",
    "accept": "accept the tile",
    "decline": "decline the tile",
    "give": "give the tile to player {player} for 2 virtue",
    "withdraw": "withdraw the offer",
    "rob": "rob the tile",
    "pass": "let it be placed",
    "reveal": "show Shigemori Mirei",
    "keep": "let the robbery happen",
    "lay": "lay {tile} on {0}",
    "meditate": "meditate for 1 virtue",
    "step": "move the monk to {0}",
    "buy": "buy a {stone} for {0}",
    "card": "use {card}",
    "stay": "leave the monk where he is",
    "take": "take a {stone} for {0}",
    "discard-tile": "discard {tile}",
    "discard-all": "discard all of them",
    "monk": "move the monk to {0}",
    "move": "move the stone of {0} to {1}",
    "swap": "swap the tiles of {0} and {1}",
    "from": "take player {player}'s {tile} and lay it on {0}",
    "stop": "take no more",
    "garden": "get the Name Garden {card}",
    "master": "get the Master Gardener {card}",
    "draw": "draw {tile}",
}


@dataclass(frozen=True, slots=True)
class Parts:
    """What a move consists of, so that it can be chosen part by part."""

    action: str  #: the move's first word; `lay` for `XY=TILE`, `discard-tile` for `discard:ID`
    spaces: tuple[str, ...] = ()  #: in the order of the text
    tiles: tuple[str, ...] = ()  #: as they are laid, `nw'` if turned; of a swap one for each space
    stone: str | None = None  #: a letter
    player: int | None = None  #: numbered from 1
    card: str | None = None  #: the id of a Name Garden or a Master Gardener


def question(position: stone.Position) -> str:
    """What the player concerned is asked; nothing where chance decides, and at the end."""
    if position.decision == "step1" and not position.hand:
        return "Step 1: will you place the stored tile too?"
    words = QUESTIONS.get(position.decision, "")
    return words.format(active=position.active + 1, tile=_tile_in_question(position))


def _tile_in_question(position: stone.Position) -> str:
    """The declared tile, or the drawn one if none is declared."""
    declared = position.to_text().split(" ", 5)[4]
    stored = position.players[position.active].storage
    return stored or "" if declared == "stored" else ", ".join(position.hand)


def parts_of(move: stone.Move) -> Parts:
    """A move taken apart."""
    word, _, rest = move.to_text().partition(":")
    match word:
        case "buy" | "take":
            return Parts(word, spaces=(rest[1:],), stone=rest[0])
        case "step" | "monk":
            return Parts(word, spaces=(rest,))
        case "move":
            return Parts(word, spaces=tuple(rest.split("-")))
        case "swap":
            halves = [half.partition("=") for half in rest.split("+")]
            return Parts(
                word,
                spaces=tuple(space for space, _, _ in halves),
                tiles=tuple(tile for _, _, tile in halves),
            )
        case "from":
            player, _, laid = rest.partition(":")
            space, _, tile = laid.partition("=")
            return Parts(word, spaces=(space,), tiles=(tile,), player=int(player))
        case "give":
            return Parts(word, player=int(rest))
        case "card" | "garden" | "master":
            return Parts(word, card=rest)
        case "draw":
            return Parts(word, tiles=(rest,))
        case "discard" if rest:
            return Parts("discard-tile", tiles=(rest,))
    laid_tile = re.fullmatch(r"(\d\d)=(.+)", word)
    if laid_tile:
        return Parts("lay", spaces=(laid_tile[1],), tiles=(laid_tile[2],))
    return Parts(word)


def move_words(position: stone.Position, move: stone.Move) -> str:
    """What a move does, as in "lay nw' on 12"; `position` is where it is made."""
    parts = parts_of(move)
    match parts.action:
        case "place":
            return f"place the drawn tile, {', '.join(position.hand)}"
        case "place-stored":
            stored = position.players[position.active].storage
            return f"place the stored tile, {stored}"
    card = parts.card
    if card is not None:
        card = MASTERS[card][0] if card in MASTERS else card
    return _WORDS[parts.action].format(
        *parts.spaces,
        tile=parts.tiles[0] if parts.tiles else "",
        stone=STONE_NAMES[parts.stone] if parts.stone else "",
        player=parts.player,
        card=card,
    )
