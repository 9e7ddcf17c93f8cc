"""Both games for OpenSpiel: `pyspiel.load_game("niwashi_jardin")` after importing this module.

Extra `niwashi[openspiel]`. Dice, deals and draws are explicit chance nodes with the weights of the
rules; actions are those of `jardin_steps` and `stone_actions`. Games written in Python are slow
beside OpenSpiel's own, and every state can be cloned and serialised.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from niwashi.adapters.jardin_steps import ACTIONS, Step, action_to_text, observe
from niwashi.adapters.stone_actions import StoneActions, StoneView, actions_for, shares
from niwashi.jardin import Roll, score
from niwashi.jardin import chance_outcomes as roll_outcomes
from niwashi.stone import (
    Position,
    apply,
    chance_outcomes,
    load_edition,
    new_game,
    view,
)

#: The points of a sheet without anything (J14), and the most that any dice allow (docs/proof.md).
_LEAST, _MOST = -36.0, 77.0
#: Three actions a turn, every space in a pond, and four ends.
_JARDIN_LENGTH: Final = 12 * 3 + 36 + 4
_TURNS: Final = 12
_DEFAULT_MAX_DECISIONS: Final = 2000

_ROLLS: Final = tuple(roll_outcomes())
_ROLL_WEIGHT: Final = sum(weight for _, weight in _ROLLS)

JARDIN_TYPE: Final = pyspiel.GameType(
    short_name="niwashi_jardin",
    long_name="Jardín Japonés, one sheet",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=1,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={},
)

STONE_TYPE: Final = pyspiel.GameType(
    short_name="niwashi_stone",
    long_name="Stone Garden",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "players": 2,
        "max_decisions": _DEFAULT_MAX_DECISIONS,
        "edition": "",
    },
)


class JardinGame(pyspiel.Game):  # type: ignore[misc]
    """One sheet; its return is the final score."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=len(_ROLLS),
            num_players=1,
            min_utility=_LEAST,
            max_utility=_MOST,
            max_game_length=_JARDIN_LENGTH,
        )
        super().__init__(JARDIN_TYPE, info, params or {})

    def new_initial_state(self) -> "JardinState":
        """An empty sheet, before its first roll."""
        return JardinState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A roll a turn."""
        return _TURNS

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> "JardinObserver":
        """Everything is public."""
        return JardinObserver(_kind(iig_obs_type), params)


class JardinState(pyspiel.State):  # type: ignore[misc]
    """A sheet between two actions, or before a roll."""

    def __init__(self, game: JardinGame) -> None:
        super().__init__(game)
        self.step = Step()

    def current_player(self) -> int:
        """The one player, chance, or nobody at the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.step.needs_roll else 0

    def _legal_actions(self, player: int) -> list[int]:
        return self.step.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The 56 rolls, as multisets."""
        return [(number, weight / _ROLL_WEIGHT) for number, (_, weight) in enumerate(_ROLLS)]

    def _apply_action(self, action: int) -> None:
        if self.step.needs_roll:
            self.step = self.step.thrown(_ROLLS[action][0])
        else:
            self.step = self.step.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"roll {_ROLLS[action][0]}"
        return action_to_text(action)

    def is_terminal(self) -> bool:
        """True after the last pond decision."""
        return self.step.position.is_over

    def returns(self) -> list[float]:
        """The score at the end, 0 before."""
        return [float(score(self.step.position).total) if self.is_terminal() else 0.0]

    def __str__(self) -> str:
        roll: Roll | str = self.step.roll or "-"
        begun = ",".join(map(action_to_text, self.step.begun)) or "-"
        return f"{self.step.position.to_text()} | {roll} | {begun}"


class JardinObserver:
    """Planes and numbers of `jardin_steps`; as information state, the history."""

    def __init__(self, kind: Any, params: Mapping[str, Any] | None) -> None:
        _refuse(params)
        self._is_public = kind.public_info
        self._recalls = kind.perfect_recall
        planes, numbers = observe([Step()])
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self._is_public and not self._recalls:
            self.tensor, self.dict = _pieces({"board": planes[0], "numbers": numbers[0]})

    def set_from(self, state: JardinState, player: int) -> None:
        """Fills `tensor`, and with it `dict`."""
        if self.tensor is not None:
            planes, numbers = observe([state.step])
            self.dict["board"][:] = planes[0]
            self.dict["numbers"][:] = numbers[0]

    def string_from(self, state: JardinState, player: int) -> str:
        """The sheet as text, or the history."""
        if not self._is_public:
            return ""
        return state.history_str() if self._recalls else str(state)


class StoneGame(pyspiel.Game):  # type: ignore[misc]
    """A game for 2 to 4, worth 1 to the winner, shared by those who tie.

    Parameters: `players`, `edition` (a file; the reconstruction if empty), and `max_decisions`,
    after which a game is stopped and worth what the points are worth then: the rules set no limit.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**STONE_TYPE.parameter_specification, **(params or {})}
        self.players = int(given["players"])
        self.max_decisions = int(given["max_decisions"])
        self.actions = _actions(str(given["edition"]), self.players)
        self.start = new_game(self.actions.edition, self.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=len(self.actions.outcomes),
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=self.max_decisions,
        )
        super().__init__(STONE_TYPE, info, dict(given))

    def new_initial_state(self) -> "StoneState":
        """Before the first card is dealt."""
        return StoneState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Two cards a player, a draw before each decision at most, three more by a card."""
        return self.max_decisions + 5 * self.players

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> "StoneObserver":
        """What a player sees (S17)."""
        return StoneObserver(self, _kind(iig_obs_type), params)


class StoneState(pyspiel.State):  # type: ignore[misc]
    """A state of the game, everything secret included."""

    def __init__(self, game: StoneGame) -> None:
        super().__init__(game)
        self.position = game.start
        self.decisions = 0
        #: What happened, and who alone saw it (everybody, if None).
        self.events: list[tuple[str, int | None]] = []

    def current_player(self) -> int:
        """The player who decides, chance, or nobody at the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.position.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return self.position.concerned

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._actions.legal(self.position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Cards not dealt, or tiles in the stack."""
        outcomes = chance_outcomes(self.position)
        total = sum(weight for _, weight in outcomes)
        numbered = [(self._actions.outcome_of(move), weight / total) for move, weight in outcomes]
        return sorted(numbered)

    def _apply_action(self, action: int) -> None:
        position = self.position
        if position.is_chance:
            move = self._actions.outcome(action)
            is_secret = position.decision.startswith("deal-")
            self.events.append((move.to_text(), position.concerned if is_secret else None))
        else:
            move = self._actions.move_of(position, action)
            self.events.append((move.to_text(), None))
            self.decisions += 1
        self.position = apply(position, move)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._actions.outcomes[action]
        return self._actions.texts[action]

    def is_terminal(self) -> bool:
        """True when all gardens are full, or the game was stopped."""
        game = self.get_game()
        return self.position.is_over or self.decisions >= game.get_parameters()["max_decisions"]

    def returns(self) -> list[float]:
        """Shares of 1 at the end, 0 before."""
        return shares(self.position) if self.is_terminal() else [0.0] * self.position.player_count

    def __str__(self) -> str:
        return self.position.to_text()

    @property
    def _actions(self) -> StoneActions:
        return actions_for(self.position.edition, self.position.player_count)


class StoneObserver:
    """The numbers of `StoneView`; as information state, all that the player saw happen."""

    def __init__(self, game: StoneGame, kind: Any, params: Mapping[str, Any] | None) -> None:
        _refuse(params)
        self._view = StoneView(game.actions.edition, game.players)
        self._recalls = kind.perfect_recall
        self._is_public = kind.public_info
        self._is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self._is_public and self._is_private and not self._recalls:
            self.tensor, self.dict = _pieces(
                {name: np.zeros(length) for name, length in self._view.parts.items()}
            )

    def set_from(self, state: StoneState, player: int) -> None:
        """Fills `tensor`, and with it `dict`."""
        if self.tensor is not None:
            self.tensor[:] = self._view.observe(state.position, player)

    def string_from(self, state: StoneState, player: int) -> str:
        """The player's view as text, or what he saw happen."""
        if self._recalls:
            return " ".join([f"player:{player + 1}", *self._seen(state.events, player)])
        seen = view(state.position, player)
        own = seen.players[player]
        pieces = []
        if self._is_public:
            pieces.append(_without_cards(seen))
        if self._is_private:
            pieces.append(f"{own.name_garden or '-'} {own.master or '-'}")
        return " | ".join(pieces)

    def _seen(self, events: Iterable[tuple[str, int | None]], player: int) -> Iterable[str]:
        for text, who in events:
            if who is None or (who == player and self._is_private):
                yield text
            else:
                yield f"{text.partition(':')[0]}:?"


def _without_cards(position: Position) -> str:
    """What everybody sees of a state: nobody's cards but those that were used or shown."""
    head, players = position.to_text().split(" ")[:10], position.to_text().split(" ")[10:]
    shown = []
    for player in players:
        *parts, garden, master = player.split(";")
        if not position.is_over and garden != "-":
            garden = "?"
        if not master.endswith("!") and master != "-":
            master = "?"
        shown.append(";".join([*parts, garden, master]))
    return " ".join([*head, *shown])


@cache
def _actions(edition: str, players: int) -> StoneActions:
    return actions_for(load_edition(edition or None), players)


def _kind(iig_obs_type: Any) -> Any:
    return iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)


def _refuse(params: Mapping[str, Any] | None) -> None:
    if params:
        raise ValueError(f"observation: unknown parameters {sorted(params)}")


def _pieces(
    examples: Mapping[str, NDArray[Any]],
) -> tuple[NDArray[np.float32], dict[str, NDArray[np.float32]]]:
    """One array for all, and a view of each piece in it."""
    tensor = np.zeros(sum(example.size for example in examples.values()), np.float32)
    pieces, start = {}, 0
    for name, example in examples.items():
        pieces[name] = tensor[start : start + example.size].reshape(example.shape)
        start += example.size
    return tensor, pieces


pyspiel.register_game(JARDIN_TYPE, JardinGame)
pyspiel.register_game(STONE_TYPE, StoneGame)
