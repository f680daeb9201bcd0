"""What this room brings to The War: the weather of the fronts."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.wiring import Wiring
from engine.thewar.world.state import TheWar

_Wiring = Wiring[TheWar]
_late = names_in(__package__)

ROOM = Room[TheWar](
    orders=("weather_rolls:RollWeather",),
    wiring={
        "weather.eastern-spring": _Wiring(each=_late("weather_rolls:RollWeather"), due=_late("weather_rolls:eastern")),
        "weather.eastern-fall": _Wiring(each=_late("weather_rolls:RollWeather"), due=_late("weather_rolls:eastern")),
        "weather.eastern-winter": _Wiring(each=_late("weather_rolls:RollWeather"), due=_late("weather_rolls:eastern")),
        "weather.western-winter": _Wiring(each=_late("weather_rolls:RollWeather"), due=_late("weather_rolls:western")),
        "weather.mediterranean-winter": _Wiring(
            who=_late("weather_rolls:mediterranean"),
            each=_late("weather_rolls:RollWeather"),
            due=_late("weather_rolls:mediterranean"),
        ),
        "weather.frostbite": _Wiring(who=_late("frostbite_losses:owing")),
        "end.second-winter": _Wiring(each=_late("weather_rolls:RollWeather"), due=_late("weather_rolls:eastern")),
        "end.second-frostbite": _Wiring(who=_late("frostbite_losses:owing")),
    },
    duties=(("operations.rail", _late("frostbite_losses:duties")),),
    end_of_turn=(_late("weather:end_turn"),),
    facts=True,
    tables=("weather",),
)
