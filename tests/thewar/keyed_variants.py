"""The six lists of chapter 28, keyed by hand from the rulebook and not from the data file: number, first and last turn
('-' for none), how often ('*' as often as it is had), what has to hold, what the playing itself changes."""

from __future__ import annotations

COMMUNISTS = "ussr-inf-2-5-polish-communist+1,ussr-inf-2-5-hungarian-communist+1,ussr-inf-3-5-romanian-communist+1"
IRISH_AND_ARABS = "germany-partisan-1-3-northern-ireland+1,germany-partisan-1-3-iraq+1,germany-partisan-1-3-egypt+1"
LISTS = {
    "italy": """
        1 viva-espana-1 - 1943-1-spring 1 war-with-west narfs+4
        2 italian-armor - - 1 war-with-west -
        3 italian-army-reform - - 1 war-with-west italy-inf-4-5+1
        4 italian-east-africa - - 1 war-with-west -
        5 midget-subs - 1942-3-fall 1 war-with-west -
        6 balkan-diplomacy 1940-3-fall 1941-3-fall 1 - -
        7 totalitarian-italy - - 1 war-with-west italy-inf-4-5+1
        8 blackshirts - - 1 - italy-inf-6-5-blackshirt+1
        9 diplomatic-muscle - - * peace-with-west -
        10 sicilian-methods 1939-3-fall - 1 - -
        11 mare-nostrum - - 1 war-with-west -
        12 regia-aeronautica - - 1 war-with-west -
        13 north-south-divide 1939-3-fall - 2 - growth+10
        14 arab-outreach 1939-3-fall - 2 - italy-partisan-1-3-egypt+1
        15 corsica - - 1 peace-with-west narfs+2,base+2,france.narfs-2,france.base-2
        16 italian-pilot-schools 1939-3-fall - 1 pilots -
    """,
    "germany": """
        1 anti-british-unrest - - 2 - IRISH_AND_ARABS
        2 russian-liberation-army - 1942-3-fall 1 east germany-inf-4-5-roa+4,germany-inf-2-5-roa+4
        3 ukraine - 1942-3-fall 1 after-east -
        4 sneak-attack 1939-3-fall - * - -
        5 z-plan 1939-3-fall - 1 - germany-fleet-1-12-5+2,germany-arm-8-8-2,germany-mech-4-8-1
        6 jet-program 1943-1-spring - 1 - -
        7 heavy-tanks 1943-1-spring 1943-4-winter 1 - germany-arm-10-8-ss+1
        8 viva-espana-2 - 1943-1-spring 1 east -
        9 advanced-subs 1943-3-fall - 1 - -
        10 winterized-wehrmacht 1941-4-winter - 1 - -
        11 heavy-artillery 1939-3-fall 1942-2-summer 2 - germany-art-8-3+1
        12 german-landing-craft 1940-3-fall - 1 - -
        13 german-commandos 1943-1-spring - 1 - germany-cdo+1
        14 carrier-doctrine 1939-3-fall - 1 - germany-cv+2,germany-nac-2-3-2+2,germany-tac-1-5-4-1,germany-arm-8-8-1
        15 schnorkel 1941-3-fall - 1 - -
        16 luftwaffe-field-army 1942-3-fall - 1 - germany-inf-2-4-luftwaffe+5
        17 bomber-research - - 1 - -
        18 bomber-production - - 2 - germany-sac+5,germany-arm-8-8-1,germany-fleet-1-12-5-1
        19 truck-production 1939-3-fall - 3 - germany-inf-6-5-1,germany-mech-4-8+2
        20 alpenfestung 1944-3-fall 1945-1-spring 1 - -
        21 french-morale 1939-3-fall 1940-3-fall 1 - -
        22 katyn 1943-1-spring - 1 - -
        23 german-pilot-schools 1939-3-fall - 1 pilots -
    """,
    "france": """
        1 intelligence-coup - - 1 western-surprise -
        2 maginot-extended 1940-1-spring - 1 - france-inf-6-5-1
        3 belgian-diplomacy 1939-3-fall - 1 - -
        4 manpower-mobilization 1939-3-fall 1939-3-fall 1 - france-inf-6-5-2
        5 french-overseas-colonies 1939-3-fall 1939-3-fall 1 - france-inf-4-5+2
        6 armee-de-l-air 1939-3-fall - 1 - narfs+5,base+5
        7 french-africa 1939-3-fall - 1 - narfs+15
        8 french-army-reform 1939-3-fall - 1 - -
        9 cooperation-with-britain 1939-3-fall - 1 - -
        10 little-entente 1939-3-fall - 1 - -
        11 armor-doctrine 1940-1-spring 1940-1-spring 1 - france-arm-6-8+1
        12 national-will 1939-3-fall - 1 - -
        13 french-pilot-schools 1939-3-fall - 1 pilots -
    """,
    "britain": """
        1 sun-never-sets 1939-3-fall - 1 - narfs+25,base+25
        2 sonar-hedgehogs 1942-3-fall 1943-3-fall 1 - -
        3 window 1943-1-spring 1944-1-spring 1 - -
        4 british-support-de-gaulle - 1944-2-summer 1 france-fallen -
        5 yugoslavia-coup 1940-3-fall 1941-3-fall 1 - -
        6 set-europe-ablaze 1941-1-spring - 1 - -
        7 british-commandos - - 1 france-fallen britain-cdo+1
        8 huff-duff 1942-3-fall 1943-3-fall 1 - -
        9 anglo-french-accords 1939-3-fall 1940-1-spring 1 - -
        10 indian-mobilization 1939-3-fall 1941-3-fall 1 - britain-mot-6-7-indian+2
        11 british-landing-craft 1941-3-fall - 1 - -
        12 british-counter-intelligence 1939-3-fall - 1 - -
        13 bomber-command 1942-1-spring 1944-3-fall 2 - britain-sac+1
        14 efficiency-drive 1939-3-fall - 3 - growth+5
        15 naval-radar 1941-1-spring - 1 - -
        16 british-pilot-schools 1939-3-fall - 1 pilots -
    """,
    "ussr": """
        1 setting-sun 1939-3-fall 1941-1-spring 1 - ussr-arm-6-8-siberian+1,ussr-inf-5-5-siberian+1
        2 stalin-line 1939-3-fall 1941-1-spring 1 - -
        3 soviet-partisans - - 1 east -
        4 purges 1939-3-fall - 1 - -
        5 communist-subversion - - * after-east -
        6 not-one-step-back 1942-3-fall 1943-2-summer 1 - -
        7 international-communism 1944-2-summer - 1 - COMMUNISTS
        8 soviet-heavy-armor 1944-3-fall - 2 - ussr-arm-12-8+1
        9 soviet-artillery 1943-1-spring - 2 - ussr-art-6-3+3
        10 evacuation-planning 1939-3-fall 1941-1-spring 1 - -
        11 logic-vs-terror 1939-3-fall - 1 - -
        12 flexible-defense 1939-3-fall 1941-2-summer 1 - -
        13 nkvd - 1942-3-fall 1 after-east -
        14 workers-building-socialism 1939-3-fall 1945-1-spring * - narfs+10,base+10
        15 trust-no-one 1939-3-fall - * - -
        16 gulags - - * east -
        17 soviet-pilot-schools 1939-3-fall - 1 pilots -
    """,
    "us": """
        1 isolationists 1941-1-spring 1941-3-fall 2 - -
        2 bombsights 1943-3-fall - 1 - -
        3 europe-first 1943-2-summer - 1 - us-fleet-1-12-5+1,us-cv+1,us-nac-1-3-2+1,us-mot-6-7+1
        4 us-preparedness 1940-3-fall 1941-2-summer 1 - -
        5 shipping-bottlenecks 1940-3-fall - 1 - -
        6 atomic-research 1945-1-spring 1945-2-summer 1 - -
        7 artificial-ports 1943-2-summer - 2 - -
        8 casablanca 1942-4-winter - 1 - -
        9 us-de-gaulle 1942-3-fall - 1 - us-mot-4-7-free-french+2
        10 industrial-mobilization 1943-1-spring - 1 - -
        11 us-landing-craft 1942-3-fall - 1 - -
        12 keep-the-gis-warm 1943-4-winter - 1 - -
        13 army-air-corps 1942-3-fall 1944-4-winter 3 - us-sac+1
        14 merchant-marine 1941-3-fall - 1 - -
        15 us-flak 1942-1-spring 1945-1-spring 1 - us-flak-1-3+4
        16 us-counter-intelligence 1939-3-fall - 1 - -
        17 escort-carriers 1942-3-fall - 1 - -
        18 us-pilot-schools 1939-3-fall - 1 pilots -
    """,
}
