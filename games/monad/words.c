// Monad Wars' vocabulary: what stands on a card, and the grammar of its text (rules.md, section 6).
#include "games/monad/words.h"

#include "games/monad/state.h"

// The whole grammar is one text; ISO C only promises 4095 bytes, every compiler takes more.
#pragma GCC diagnostic ignored "-Woverlength-strings"

static const char GRAMMAR[] =
    "line       = ( [ '(' WORD ')' => LETTER ] ability | bonuses => BONUSES | paper | place | "
    "story ) [ '.' ] ;\n"
    "ability    = 'Passive' ':' passive => PASSIVE\n"
    "           | 'Aggressive' cost names ':' ( part { ',' part } [ ':' effects ] | effects ) { "
    "';' on | '.' more } => AGGRESSIVE\n"
    "           | 'Defensive' cost [ names ] ':' whom [ ',' 'all targets' => ALL_TARGETS ] ( ',' | "
    "':' ) effects [ 'for all targets' => ALL_TARGETS | ',' 'all targets' => ALL_TARGETS ] { ';' "
    "on | '.' more } => DEFENSIVE\n"
    "           | 'Non-combat' cost [ names ] ':' [ 'Uses' ( NUMBER => USES ) ',' ] ( digs | "
    "effects ) => NONCOMBAT ;\n"
    "cost       = '[' ( NUMBER => COST ) [ ',' NUMBER 'gold' => GOLD_COST ] ']' ;\n"
    "names      = WORD { WORD } ;\n"
    "passive    = [ 'while' condition ',' => WHILE | ( 'as an encounter' => IF_ENCOUNTER ) ',' => "
    "WHILE\n"
    "           | ( 'at a' tag => IF_AT ) ',' => WHILE ] bonuses\n"
    "             [ 'for each' counted => FOR_EACH | 'while' condition => WHILE ]\n"
    "           | 'Aura' NUMBER ':' whoever ( 'have' | 'has' ) bonuses => AURA\n"
    "           | whoever ( 'have' | 'has' ) bonuses => AURA_ALL\n"
    "           | [ 'Trap' ':' ] ( ( 'when' | first ) event | moment ) ',' effects\n"
    "           | ( 'when' | 'if' | first ) death ',' effects 'instead' ;\n"
    "first      = 'the first time each' ( 'round' | 'combat' | 'turn' ) => FIRST# ;\n"
    "event      = ( 'an ally dies' | 'this unit hits' | 'this unit misses' | 'this unit is hit'\n"
    "           | 'this unit is missed' | 'this unit kills a unit' | 'this unit is targeted' | "
    "'this unit moves'\n"
    "           | 'a round begins' | 'combat begins' | 'combat ends' | 'its activation begins'\n"
    "           | 'its activation ends' | 'this unit is recruited' | 'this unit is played as an "
    "encounter'\n"
    "           | 'you complete a quest' | 'this unit gains a level' | 'this unit dies' | 'your "
    "turn begins'\n"
    "           | 'your turn ends' | 'an opposing unit dies' | 'your party arrives' ) => WHEN#\n"
    "           | 'an enemy dies' => WHEN=20 | 'a round ends' => WHEN=22\n"
    "           | ( 'it' | 'the bearer' ) ( 'hits' => WHEN=1 | 'misses' => WHEN=2 | 'is hit' => "
    "WHEN=3\n"
    "           | 'is missed' => WHEN=4 | 'kills a unit' => WHEN=5 | 'is targeted' => WHEN=6 | "
    "'moves' => WHEN=7\n"
    "           | 'gains a level' => WHEN=16 | 'dies' => WHEN=17 ) ;\n"
    "moment     = 'on hit' => WHEN=1 | 'on miss' => WHEN=2 | 'on critical' => WHEN=23 | 'on kill' "
    "=> WHEN=5\n"
    "           | 'when targeted' => WHEN=6 | 'at the start of' ( 'a round' | 'each round' ) => "
    "WHEN=8\n"
    "           | 'at the start of combat' => WHEN=9 | 'at the end of combat' => WHEN=10\n"
    "           | 'at the start of its activation' => WHEN=11 | 'at the end of its activation' => "
    "WHEN=12\n"
    "           | 'when recruited' => WHEN=13 | 'when played as an encounter' => WHEN=14\n"
    "           | 'at the start of your turn' => WHEN=18 | 'at the end of your turn' => WHEN=19\n"
    "           | 'on arrival' => WHEN=21 | 'at the end of' ( 'a round' | 'each round' ) => "
    "WHEN=22 ;\n"
    "death      = ( 'this unit' | 'it' | 'the bearer' ) 'would die' => WHEN=24 | 'an ally would "
    "die' => WHEN=25 ;\n"
    "\n"
    "# Parts of abilities\n"
    "part       = ( 'Melee' | 'Ranged' | 'Magic' ) => MODE# | 'R' ~ NUMBER => RANGE\n"
    "           | ( 'Row' | 'Column' | 'All opposing' | 'All friendly' | 'All units' ) => AREA#\n"
    "           | 'Single' => AREA=5 | damage | amount | edge | keyword | ( 'user or ally' "
    "| 'ally' | 'self' ) => OWN# | 'Uses' NUMBER => USES\n"
    "           | 'Thrown' => THROWN ;\n"
    "damage     = ( dtype ) NUMBER => DAMAGE# ;\n"
    "amount     = NUMBER ( dtype ) 'damage' => DAMAGE# | NUMBER 'damage' => DAMAGE=8 ;\n"
    "brief      = ( NUMBER ( dtype ) => DAMAGE# ) => BRIEF ;\n"
    "dtype      = 'Slashing' | 'Piercing' | 'Cleaving' | 'Bashing' | 'Fire' | 'Frost' | 'Storm' | "
    "'Shadow'\n"
    "           | 'untyped' ;\n"
    "rtype      = 'Slashing' | 'Piercing' | 'Cleaving' | 'Bashing' | 'Fire' | 'Frost' | 'Storm' | "
    "'Shadow'\n"
    "           | 'untyped' | 'Physical' | 'Magic' ;\n"
    "digs       = 'Escavate' NUMBER ':' effects [ ';' 'on a natural' NUMBER effect 'instead' => "
    "NATURAL ] => ESCAVATE ;\n"
    "whom       = 'self' => WHOM=0 | 'ally within' NUMBER rows => WHOM=1\n"
    "           | ( 'friendly within' NUMBER rows => WHOM=2 )\n"
    "             [ ',' 'against Ranged also allies up to' NUMBER rows 'behind' => BEHIND ] ;\n"
    "rows       = 'rows' | 'row' ;\n"
    "on         = 'on hit' [ ',' ] effects => ON=0 | 'on miss' [ ',' ] effects => ON=1\n"
    "           | 'on critical' [ ',' ] effects => ON=2 | 'on kill' [ ',' ] effects => ON=3\n"
    "           | 'if hit' [ ',' ] effects => ON=0 | 'if missed' [ ',' ] effects => ON=1\n"
    "           | 'if critical' [ ',' ] effects => ON=2 | 'if killed' [ ',' ] effects => ON=3\n"
    "           | 'if' condition ',' edge => IF_BONUS ;\n"
    "more       = 'On hit' [ ',' ] effects => ON=0 | 'On miss' [ ',' ] effects => ON=1\n"
    "           | 'On critical' [ ',' ] effects => ON=2 | 'On kill' [ ',' ] effects => ON=3\n"
    "           | 'If hit' [ ',' ] effects => ON=0 | 'If missed' [ ',' ] effects => ON=1\n"
    "           | 'If critical' [ ',' ] effects => ON=2 | 'If killed' [ ',' ] effects => ON=3\n"
    "           | 'If' condition ',' edge => IF_BONUS ;\n"
    "edge       = signed ( 'to hit' => STAT=5 | 'damage' => STAT=6 ) ;\n"
    "bonuses    = bonus { ',' bonus } ;\n"
    "bonus      = signed stat | stat signed | keyword ;\n"
    "signed     = '+' NUMBER => UP | '-' NUMBER => DOWN ;\n"
    "stat       = ( 'HP' | 'AP' | 'INI' | 'AR' | 'level' | 'to hit' | 'damage' ) => STAT# ;\n"
    "keyword    = ( 'Tough' | 'Steady' | 'Serenity' | 'Elusive' | 'Corrosion' | 'Reach' | 'Rowdy' "
    "| 'Regen AP'\n"
    "           | 'Regen' | 'Pathfinder' | 'Mob Mentality' | 'Undying' | 'Mortal Strike' | "
    "'Arrogant'\n"
    "           | 'Poisoner' | 'Resistant' | 'Critical' | 'Precision' | 'Penetrate' | 'Magic "
    "Penetration' )\n"
    "             NUMBER => KEYWORD#\n"
    "           | ( 'Hidden' | 'Human Nature' ) => FLAG#\n"
    "           | 'Resist' ( rtype ) NUMBER => RESIST#\n"
    "           | 'Native' NUMBER '(' tag ')' => NATIVE\n"
    "           | 'abilities cost' NUMBER 'AP less' => COST_LESS | 'abilities cost' NUMBER 'AP "
    "more' => COST_MORE ;\n"
    "\n"
    "# Effects\n"
    "effects    = effect { sep effect } ;\n"
    "sep        = ',' [ 'and' | 'then' ] | 'and' | 'then' | ';' ;\n"
    "effect     = [ 'if' condition ',' => IF ] [ 'you may' => MAY ] verb [ 'for each' counted => "
    "FOR_EACH ]\n"
    "             [ 'if' condition => IF ] => EFFECT\n"
    "           | ( 'this unit may' => MAY ) pace => EFFECT ;\n"
    "pace       = 'move' [ NUMBER rows ] 'forward' => MOVE=2 | 'move' [ NUMBER rows ] 'back' => "
    "MOVE=3 ;\n"
    "condition  = ( 'the target is' | 'it is' ) quality => IF_TARGET | 'an ally is' quality => "
    "IF_ALLY\n"
    "           | ( 'an opposing unit is' | 'an enemy is' ) quality => IF_ENEMY | 'this unit is' "
    "quality => IF_THIS\n"
    "           | 'at a' tag => IF_AT | 'this unit is an encounter unit' => IF_ENCOUNTER\n"
    "           | 'it is critical' => IF_CRITICAL | 'you do' => IF_DID ;\n"
    "quality    = ( 'wounded' | 'unharmed' | 'weakened' | 'spent' ) => QUALITY# | 'in' row\n"
    "           | [ 'an' | 'a' ] ( row | tag | NAME ) [ 'unit' ] ;\n"
    "row        = ( 'Front' | 'Mid' | 'Back' ) => ROW# ;\n"
    "sort       = ( 'wounded' | 'unharmed' | 'weakened' | 'spent' ) => QUALITY# | row | tag | NAME "
    ";\n"
    "counted    = ( 'ally' | 'opposing unit' | 'friendly unit' ) => QUALITY# | 'enemy' => "
    "QUALITY=1 | ( tag | NAME ) 'unit'\n"
    "           | sort 'ally' => COUNTED=0 | sort ( 'enemy' | 'opposing unit' ) => COUNTED=1\n"
    "           | sort 'friendly unit' => COUNTED=2 ;\n"
    "verb       = 'deal' ( damage | amount | brief ) [ 'to' noun ] => DEAL\n"
    "           | [ whoever ] ( 'loses' | 'lose' ) NUMBER 'HP' => LOSE_HP\n"
    "           | [ whoever ] ( 'loses' | 'lose' ) NUMBER 'AP' => LOSE_AP\n"
    "           | [ whoever ] ( 'heals' | 'heal' ) NUMBER => HEAL\n"
    "           | 'heal' NUMBER 'on' noun => HEAL | whoever ( 'has' | 'have' ) NUMBER 'HP left' => "
    "HP_LEFT\n"
    "           | [ whoever ] ( 'regains' | 'regain' ) NUMBER 'AP' => REGAIN\n"
    "           | 'give' status [ 'to' noun ] => GIVE | whoever ( 'gets' | 'get' ) status => GIVE\n"
    "           | whoever ( 'has' | 'have' | 'gains' | 'gain' ) bonus { ',' bonus } lasting => "
    "GAIN\n"
    "           | ( 'gains' | 'gain' ) bonus { ',' bonus } lasting => GAIN\n"
    "           | 'Cleanse' [ noun ] => CLEANSE\n"
    "           | 'return' noun 'to its owner\\'s hand' => BOUNCE\n"
    "           | 'Push' NUMBER [ noun ] => PUSH | 'Pull' NUMBER [ noun ] => PULL\n"
    "           | 'push' noun NUMBER rows => PUSH | 'pull' noun NUMBER rows => PULL\n"
    "           | 'move' noun [ NUMBER rows ] 'forward' => MOVE=0 | 'move' noun [ NUMBER rows ] "
    "'back' => MOVE=1\n"
    "           | pace | 'swap places' [ 'with' noun ] => SWAP_PLACES | whoever 'dies' => DESTROY\n"
    "           | 'shuffle' noun 'into' ( 'your deck' | 'its owner\\'s deck' ) => SHUFFLE_UNIT\n"
    "           | ( 'destroy this Equipment' | 'this Equipment is destroyed' ) => BREAK_THIS\n"
    "           | 'choose' chosen => CHOOSE | 'choose an opponent' => CHOOSE_SEAT\n"
    "           | 'choose a region' ( ';' | ',' ) 'its locations have ER' signed lasting => "
    "ER_REGION | 'ready' noun => READY | 'destroy' noun => DESTROY\n"
    "           | 'destroy an Equipment on' noun => BREAK | 'remove' noun 'from the game' => "
    "REMOVE\n"
    "           | 'cancel that ability' => CANCEL | 'cancel' => CANCEL=1\n"
    "           | 'cancel' ( 'it' | 'the ability' | 'the action' | 'that action' ) => CANCEL=2\n"
    "           | 'redirect' ( 'it' | 'that ability' ) 'to' noun => REDIRECT | 'redirect to' noun "
    "=> REDIRECT=1\n"
    "           | 'prevent' NUMBER [ 'damage' ] => PREVENT | 'Parry' NUMBER => PARRY | 'Block' "
    "NUMBER => BLOCK\n"
    "           | 'Shield Bash' NUMBER => SHIELD_BASH | 'Intercept' => INTERCEPT\n"
    "           | 'create' [ article ] ( NAME | WORD ) 'token' => CREATE | 'create' how_many NAME "
    "'tokens' => CREATE\n"
    "           | 'roll' [ NUMBER ~ 'D6' => DICE ] ( ';' | ':' | ',' ) 'on' NUMBER 'or more' [ ',' "
    "] effect => ROLL\n"
    "           | 'discard up to' how_many 'cards' => DISCARD_UP_TO | 'draw as many' => "
    "DRAW_AS_MANY\n"
    "           | 'look at the top card of your deck' => LOOK_DECK\n"
    "           | 'look at the top' how_many 'cards of your deck' => LOOK_DECK\n"
    "           | 'shuffle your deck' => SHUFFLE=0 | 'shuffle your discard pile into your deck' => "
    "SHUFFLE=1\n"
    "           | 'exhaust one of your quests' => EXHAUST_QUEST | 'exhaust a quest' => "
    "EXHAUST_QUEST=1\n"
    "           | [ player ] ( 'draws' | 'draw' ) cards => DRAW\n"
    "           | [ player ] ( 'discards' | 'discard' ) cards => DISCARD\n"
    "           | 'search your deck for' filter [ ',' 'reveal it' => REVEAL ] 'and put it into "
    "your hand' => SEARCH\n"
    "           | 'return' filter 'from your discard pile to your hand' => RETURN=0\n"
    "           | 'return' filter 'from your discard pile to the bottom of your deck' => RETURN=1\n"
    "           | 'put' filter 'from your discard pile on the bottom of your deck' => RETURN=1\n"
    "           | 'remove' filter 'in your discard pile from the game' => RETURN=2\n"
    "           | 'put' filter 'from your hand on the bottom of your deck' => RETURN=3\n"
    "           | 'attach' filter 'from your hand to' noun => ATTACH=0\n"
    "           | 'attach' filter 'from your discard pile to' noun => ATTACH=1\n"
    "           | 'complete one of your quests in progress' => COMPLETE_QUEST\n"
    "           | 'each opponent fails a quest in progress' => FAIL_QUEST\n"
    "           | 'place your party at' where => PLACE_PARTY\n"
    "           | 'shuffle your hand into your deck and draw' NUMBER 'cards' => MY_NEW_HAND\n"
    "           | 'pay' NUMBER 'gold' => PAY\n"
    "           | [ 'you' ] 'gain' NUMBER 'gold' => GAIN_GOLD | 'steal' NUMBER 'gold' [ 'from an "
    "opponent' ] => STEAL_GOLD\n"
    "           | 'gain' NUMBER 'VP' => GAIN_VP | 'ready one of your quests' => READY_QUEST | "
    "'ready a quest' => READY_QUEST=1\n"
    "           | 'put a scenario token on your scenario' => PUT_TOKEN\n"
    "           | 'look at the hand of an opponent' => LOOK | 'look at an opponent\\'s hand' => "
    "LOOK=1\n"
    "           | 'repeat this once' => REPEAT | 'repeat' => REPEAT=1\n"
    "           | 'in your next combat' [ ',' ] effect => NEXT_COMBAT\n"
    "           | 'in your next combat' [ ',' ] ( ( whoever ( 'has' | 'have' ) bonus { ',' bonus } "
    "=> GAIN ) => EFFECT )\n"
    "             => NEXT_COMBAT\n"
    "           | 'locations of one region you choose have ER' signed lasting => ER_REGION\n"
    "           | 'the ER of each' tag 'is' signed lasting => ER_TYPE\n"
    "           | 'every party except yours is placed at the nearest starter location' => "
    "PLACE_PARTIES\n"
    "           | 'every player discards the hand and draws' NUMBER 'cards' => NEW_HANDS\n"
    "           | 'each opponent shuffles the hand into the deck and draws' NUMBER 'cards' => "
    "OPPONENTS_NEW_HANDS\n"
    "           | 'remove all counters from your party' => REFRESH\n"
    "           | 'each opponent exhausts the ready quest with the most gold' => TIRE_QUEST\n"
    "           | 'your next catalyst level costs' NUMBER 'less' => LEVEL_LESS\n"
    "           | 'the next catalyst level of each opponent costs' NUMBER 'more' => LEVEL_MORE\n"
    "           | 'each opponent shuffles' how_many 'Units of the own party into the deck with "
    "their equipment'\n"
    "             => DISBAND\n"
    "           | 'every non-catalyst Unit in every party whose level is higher than its owner\\'s "
    "catalyst level'\n"
    "             'is shuffled into its owner\\'s deck with its equipment' => SHUFFLE_HIGHER\n"
    "           | 'until your next turn no party may travel' => NO_TRAVEL\n"
    "           | 'that player chooses a new scenario' => NEW_SCENARIO\n"
    "           | 'no units recover in the next Recovery Phase of each opponent' => NO_RECOVERY ;\n"
    "status     = ( 'Enfeeble' | 'Haze' | 'Slow' | 'Haste' | 'Daze' | 'Debilitate' | 'Marker' | "
    "'Bleeding' | 'Poison' )\n"
    "             NUMBER => STATUS#\n"
    "           | ( 'Pinned' | 'Do Not Act' ) => BARE_STATUS#\n"
    "           | 'Shield' NUMBER [ '(' ( ( rtype ) => TYPE# ) ')' ] => SHIELD ;\n"
    "cards      = 'a card' => NUMBER=1 | how_many 'cards' ;\n"
    "filter     = [ 'an' | 'a' | 'any' ] [ tag | NAME ] ( ( 'Unit' | 'Equipment' | 'Quest' | "
    "'card' ) => KIND# )\n"
    "             [ 'of level' NUMBER 'or less' => LEVEL_MAX | 'of quality' NUMBER 'or less' => "
    "QUALITY_MAX\n"
    "             | 'of level' NUMBER => LEVEL_IS | 'of quality' NUMBER => QUALITY_IS ] ;\n"
    "chosen     = 'an ally' => NOUN=11 | ( 'a friendly unit' | 'a unit of your party' ) => "
    "NOUN=12\n"
    "           | ( 'an opposing unit' | 'an enemy' ) => NOUN=13 ;\n"
    "player     = ( 'you' | 'each opponent' | 'each player' | 'that player' ) => PLAYER# ;\n"
    "noun       = ( 'this unit' | 'the bearer' | 'the user' | 'the acting unit' | 'the target' | "
    "'that unit'\n"
    "           | 'each ally' | 'each friendly unit' | 'friendly units' | 'each opposing unit' | "
    "'opposing units'\n"
    "           | 'an ally' | 'a friendly unit' | 'an opposing unit' | 'your catalyst' | 'opposing "
    "catalysts'\n"
    "           | 'every non-catalyst unit in every party' | 'each unit of your party' | 'it' ) => "
    "NOUN#\n"
    "           | 'each enemy' => NOUN=9 | 'enemies' => NOUN=10 | 'a unit of your party' => "
    "NOUN=12 | 'an enemy' => NOUN=13\n"
    "           | ( 'each other opposing unit' | 'each other enemy' ) => NOUN=23 | ( 'allies' | "
    "'all allies' ) => NOUN=6\n"
    "           | 'all friendly units' => NOUN=7 | ( 'all opposing units' | 'all enemies' ) => "
    "NOUN=9 | 'all units' => NOUN=19 | 'each target' => NOUN=4 ;\n"
    "whoever    = noun | 'each' sort 'ally' [ highest ] => NOUN=6 | 'each ally' highest => NOUN=6\n"
    "           | 'each' sort ( 'enemy' | 'opposing unit' ) [ highest ] => NOUN=9\n"
    "           | 'each opposing' sort 'unit' [ highest ] => NOUN=9 | 'each opposing unit' highest "
    "=> NOUN=9\n"
    "           | 'each' sort 'friendly unit' [ highest ] => NOUN=7 | 'each friendly unit' highest "
    "=> NOUN=7\n"
    "           | 'each' sort 'unit' [ highest ] => NOUN=19 | 'each unit' [ highest ] => NOUN=19\n"
    "           | ( 'opposing units' | 'enemies' ) 'in' row => NOUN=9 | 'friendly units in' row => "
    "NOUN=7\n"
    "           | 'allies in' row => NOUN=6 | 'up to' how_many 'allies' => NOUN=20 | 'up to' "
    "how_many 'friendly units' => NOUN=21\n"
    "           | 'up to' how_many ( 'opposing units' | 'enemies' ) => NOUN=22 ;\n"
    "highest    = 'of level' NUMBER 'or less' => LEVEL_MAX ;\n"
    "lasting    = ( 'for the rest of the game' | 'for this action' | 'until end of round'\n"
    "           | 'until its next activation' | 'until after its next activation' | 'this combat'\n"
    "           | 'until end of turn' | 'until your next turn' ) => LASTING# ;\n"
    "\n"
    "# Equipment, classes, quests, scenarios\n"
    "paper      = 'Boost' bonuses => BOOST | 'Bearer' [ ':' ] need => BEARER | 'Requires' need => "
    "REQUIRES\n"
    "           | 'Place' ':' where { 'or' where } => PLACES\n"
    "           | 'To' ':' where [ 'in another region' => ANOTHER ] => TO\n"
    "           | 'VIP' ':' token => VIP | 'Ward' ':' token => WARD\n"
    "           | 'On completion' ':' effects => ON_COMPLETION | 'On play' ':' effects => ON_PLAY\n"
    "           | 'Counts' ':' ( 'won fights' | 'completed quests' | 'killed units' | 'visits' ) "
    "=> COUNTING# ;\n"
    "need       = 'level' NUMBER 'or more' => LEVEL | tag | NAME ;\n"
    "where      = [ 'an' | 'a' ] ( tag | NAME ) ;\n"
    "token      = 'level' ( NUMBER => LEVEL ) ',' 'HP' NUMBER ',' 'AP' NUMBER ',' 'INI' NUMBER\n"
    "             [ ';' ability ] => TOKEN_STATS ;\n"
    "story      = 'Resolve at' where ':' ( 'face ER' NUMBER => FACE | 'pay' NUMBER 'gold' => "
    "PAY_TO )\n"
    "             [ ',' 'the Quest Handler may search' => MAY_SEARCH ] => RESOLVE\n"
    "           | 'Condition' ':' 'visit locations of all five regions' => CONDITION=0\n"
    "           | 'Condition' ':' 'complete' how_many 'quests' => CONDITION=1\n"
    "           | 'Condition' ':' 'your catalyst gains a level' => CONDITION=2\n"
    "           | 'Condition' ':' 'win a combat against a rival party in which its catalyst died' "
    "=> CONDITION=3\n"
    "           | 'Condition' ':' 'win' how_many 'combats' => CONDITION=4\n"
    "           | 'Condition' ':' 'have' how_many 'scenario tokens' => CONDITION=5\n"
    "           | 'Condition' ':' 'kill' how_many 'units' => CONDITION=6\n"
    "           | 'Condition' ':' 'visit' how_many 'locations' => CONDITION=7\n"
    "           | 'Completion effect' ':' effects => COMPLETION ;\n"
    "\n"
    "# Locations\n"
    "place      = 'Recruit' NUMBER [ only ] => RECRUIT | 'Shop' NUMBER [ only ] => SHOP | 'Inn' "
    "NUMBER => INN\n"
    "           | 'Hearth' NUMBER => HEARTH | 'Notice Board' NUMBER => NOTICE_BOARD\n"
    "           | 'Safe Passage' NUMBER => SAFE_PASSAGE | 'Fast Travel' => FAST_TRAVEL | 'Loot' "
    "NUMBER => LOOT\n"
    "           | 'Trap' NUMBER ~ '/' ~ NUMBER => TRAP | 'Dark' NUMBER => DARK | 'Cramped' => "
    "CRAMPED\n"
    "           | 'Sanctuary' => SANCTUARY | 'Shrine' NUMBER => SHRINE\n"
    "           | digs | 'Objective' ':' 'kill' how_many 'opposing units' => OBJECTIVE\n"
    "           | 'Combat here' ':' ( ( 'Melee' | 'Ranged' | 'Magic' ) => MODE# ) 'attacks have' "
    "signed 'to hit'\n"
    "             => HERE_TO_HIT\n"
    "           | 'On arrival' ':' effects => ON_ARRIVAL\n"
    "           | 'Combat here' ':' ( 'all units' | 'each unit' ) ( 'have' | 'has' ) bonuses => "
    "HERE_UNITS\n"
    "           | 'Combat here' ':' 'ranges of' NUMBER 'or more are' NUMBER 'shorter' => "
    "HERE_RANGE ;\n"
    "only       = '(' ( tag | NAME ) { ',' ( tag | NAME ) } ')' ;\n"
    "tag        = ( 'Human' | 'Skarn' | 'Dwerrow' | 'Gearborn' | 'Sylvane' | 'Tidekin' | "
    "'Emberkin' | 'Ferox'\n"
    "           | 'Revenant' | 'Auralin' | 'Umbrii' | 'Guard' | 'Scrapper' | 'Hunter' | 'Adept' | "
    "'Mender' | 'Knave'\n"
    "           | 'Town' | 'Dungeon' | 'Wilderness' | 'Ruins' | 'Hostile camp' | 'Crossroads'\n"
    "           | 'Greenmantle' | 'Saltmarch' | 'Cinderfell' | 'Hollowdeep' | 'Skyreach'\n"
    "           | 'Head' | 'Body' | 'Ring' | 'Main hand' | 'Off hand' | 'Neck' | 'Feet' | 'Pack' ) "
    "=> TAG# ;\n";

static const struct op_name OPS[] = {
#define AS_NAME(name) { #name, W_##name },
    MONAD_OPS(AS_NAME)
#undef AS_NAME
        { 0 },
};

static const struct sign_rule SIGNS[] = {
    { ".", .tight_left = 1 },
    { ",", .tight_left = 1 },
    { ":", .tight_left = 1 },
    { ";", .tight_left = 1 },
    { "[", .tight_right = 1 },
    { "]", .tight_left = 1 },
    { "(", .tight_right = 1 },
    { ")", .tight_left = 1 },
    { "+", .tight_right = 1 },
    { "-", .tight_right = 1 },
    { 0 },
};
static const struct spelling SPELLINGS[] = { { "–", "-" }, { "−", "-" }, { "’", "'" }, { 0 } };
static const char *const     CAPITALISE_AFTER[] = { NULL };
// Joining words and articles only make a text read well (MON-014).
static const char *const FILLERS[] = { ",", ".",  ";",   ":",  "and", "then",
                                       "a", "an", "any", "or", "the", NULL };

const struct dialect_words monad_dialect = {
    .name             = "monad",
    .grammar          = GRAMMAR,
    .ops              = OPS,
    .signs            = SIGNS,
    .spellings        = SPELLINGS,
    .capitalise_after = CAPITALISE_AFTER,
    .fillers          = FILLERS,
};

// ---- the form of card files

static const struct form_kind KINDS[] = {
    { "Catalyst", KIND_CATALYST }, { "Class", KIND_CLASS },         { "Unit", KIND_UNIT },
    { "Quest", KIND_QUEST },       { "Equipment", KIND_EQUIPMENT }, { "Location", KIND_LOCATION },
    { "Scenario", KIND_SCENARIO }, { "Token", KIND_TOKEN },         { 0 },
};

static const struct form_tag TAG_WORDS[] = {
    { "Human", TAG_HUMAN },
    { "Skarn", TAG_SKARN },
    { "Dwerrow", TAG_DWERROW },
    { "Gearborn", TAG_GEARBORN },
    { "Sylvane", TAG_SYLVANE },
    { "Tidekin", TAG_TIDEKIN },
    { "Emberkin", TAG_EMBERKIN },
    { "Ferox", TAG_FEROX },
    { "Revenant", TAG_REVENANT },
    { "Auralin", TAG_AURALIN },
    { "Umbrii", TAG_UMBRII },
    { "Guard", TAG_GUARD },
    { "Scrapper", TAG_SCRAPPER },
    { "Hunter", TAG_HUNTER },
    { "Adept", TAG_ADEPT },
    { "Mender", TAG_MENDER },
    { "Knave", TAG_KNAVE },
    { "Town", TAG_TOWN },
    { "Dungeon", TAG_DUNGEON },
    { "Wilderness", TAG_WILDERNESS },
    { "Ruins", TAG_RUINS },
    { "Hostile camp", TAG_CAMP },
    { "Crossroads", TAG_CROSSROADS },
    { "Greenmantle", TAG_GREENMANTLE },
    { "Saltmarch", TAG_SALTMARCH },
    { "Cinderfell", TAG_CINDERFELL },
    { "Hollowdeep", TAG_HOLLOWDEEP },
    { "Skyreach", TAG_SKYREACH },
    { "Head", TAG_HEAD },
    { "Body", TAG_BODY },
    { "Ring", TAG_RING },
    { "Main hand", TAG_MAIN_HAND },
    { "Off hand", TAG_OFF_HAND },
    { "Neck", TAG_NECK },
    { "Feet", TAG_FEET },
    { "Pack", TAG_PACK },
    { "Slashing", TAG_SLASHING },
    { "Piercing", TAG_PIERCING },
    { "Cleaving", TAG_CLEAVING },
    { "Bashing", TAG_BASHING },
    { "Cloth", TAG_CLOTH },
    { "Leather", TAG_LEATHER },
    { "Chain", TAG_CHAIN },
    { "Plate", TAG_PLATE },
    { "Buckler", TAG_BUCKLER },
    { "Heater", TAG_HEATER },
    { "Tower", TAG_TOWER },
    { "Wand", TAG_WAND },
    { "Focus", TAG_FOCUS },
    { "Potion", TAG_POTION },
    { "Fetch", TAG_FETCH },
    { "Escort", TAG_ESCORT },
    { "Defeat", TAG_DEFEAT },
    { "Collect", TAG_COLLECT },
    { "Protect", TAG_PROTECT },
    { "Unique", TAG_UNIQUE },
    { "starter", TAG_STARTER },
    { "unharmed", TAG_UNHARMED },
    { "Arena", TAG_ARENA },
    { "Creep", TAG_CREEP },
    { "Base", TAG_BASE },
    { 0 },
};

// Ranges by the table of rules.md, section 6.
static const struct form_field FIELDS[] = {
    { "level", FIELD_LEVEL, FORM_NUMBER, 1, 5 },
    { "quality", FIELD_QUALITY, FORM_NUMBER, 1, 4 },
    { "HP", FIELD_HP, FORM_NUMBER, 1, 40 },
    { "AP", FIELD_AP, FORM_NUMBER, 0, 30 },
    { "INI", FIELD_INI, FORM_NUMBER, 0, 20 },
    { "AR", FIELD_AR, FORM_NUMBER, 0, 12 },
    { "tier", FIELD_TIER, FORM_NUMBER, 1, 3 },
    { "cost", FIELD_COST, FORM_NUMBER, 3, 9 },
    { "ER", FIELD_ER, FORM_NUMBER, 0, 6 },
    { "gold", FIELD_GOLD, FORM_NUMBER, 50, 700 },
    { "price", FIELD_PRICE, FORM_NUMBER, 50, 500 },
    { "markers", FIELD_MARKERS, FORM_NUMBER, 1, 9 },
    { "rounds", FIELD_ROUNDS, FORM_NUMBER, 1, 9 },
    { "uses", FIELD_USES, FORM_NUMBER, 1, 5 },
    { "sale", FIELD_SALE, FORM_NUMBER, 25, 100 },
    { "VP", FIELD_VP, FORM_NUMBER, 1, 4 },
    { 0 },
};

static const char *const TEXT_STARTS[] = {
    "Passive",
    "Aggressive",
    "Defensive",
    "Non-combat",
    "(a)",
    "(b)",
    "(c)",
    "(d)",
    "Boost",
    "Bearer",
    "Requires",
    "Place",
    "To",
    "VIP",
    "Ward",
    "On completion",
    "On arrival",
    "On play",
    "Counts",
    "Resolve",
    "Condition",
    "Completion effect",
    "Recruit",
    "Shop",
    "Inn",
    "Hearth",
    "Notice Board",
    "Safe Passage",
    "Fast Travel",
    "Loot",
    "Trap",
    "Dark",
    "Cramped",
    "Sanctuary",
    "Shrine",
    "Escavate",
    "Combat here",
    "Objective",
    "Native",
    "Tough",
    "Steady",
    "Serenity",
    "Elusive",
    "Corrosion",
    "Reach",
    "Rowdy",
    "Regen AP",
    "Regen",
    "Pathfinder",
    "Mob Mentality",
    "Undying",
    "Mortal Strike",
    "Arrogant",
    "Poisoner",
    "Resistant",
    "Resist",
    "Critical",
    "Precision",
    "Penetrate",
    "Magic Penetration",
    "Hidden",
    "Human Nature",
    "abilities cost",
    // numbers before a stat, and behind it
    "+1",
    "+2",
    "+3",
    "+4",
    "+5",
    "+6",
    "+7",
    "+8",
    "+9",
    "-1",
    "-2",
    "-3",
    "-4",
    "-5",
    "-6",
    "-7",
    "-8",
    "-9",
    "HP +1",
    "HP +2",
    "HP +3",
    "HP +4",
    "HP +5",
    "HP +6",
    "HP +7",
    "HP +8",
    "HP +9",
    "HP -1",
    "HP -2",
    "HP -3",
    "HP -4",
    "HP -5",
    "HP -6",
    "HP -7",
    "HP -8",
    "HP -9",
    "AP +1",
    "AP +2",
    "AP +3",
    "AP +4",
    "AP +5",
    "AP +6",
    "AP +7",
    "AP +8",
    "AP +9",
    "AP -1",
    "AP -2",
    "AP -3",
    "AP -4",
    "AP -5",
    "AP -6",
    "AP -7",
    "AP -8",
    "AP -9",
    "INI +1",
    "INI +2",
    "INI +3",
    "INI +4",
    "INI +5",
    "INI +6",
    "INI +7",
    "INI +8",
    "INI +9",
    "INI -1",
    "INI -2",
    "INI -3",
    "INI -4",
    "INI -5",
    "INI -6",
    "INI -7",
    "INI -8",
    "INI -9",
    "AR +1",
    "AR +2",
    "AR +3",
    "AR +4",
    "AR +5",
    "AR +6",
    "AR +7",
    "AR +8",
    "AR +9",
    "AR -1",
    "AR -2",
    "AR -3",
    "AR -4",
    "AR -5",
    "AR -6",
    "AR -7",
    "AR -8",
    "AR -9",
    NULL,
};

// The fields a kind must have, and those it may have.
static uint16_t fields_needed(unsigned kind)
{
    uint16_t stats = BIT(FIELD_HP) | BIT(FIELD_AP) | BIT(FIELD_INI);
    switch ((enum card_kind)kind) {
    case KIND_CATALYST: return (uint16_t)(stats | BIT(FIELD_AR));
    case KIND_UNIT: return (uint16_t)(stats | BIT(FIELD_AR) | BIT(FIELD_LEVEL));
    case KIND_CLASS: return BIT(FIELD_TIER) | BIT(FIELD_COST);
    case KIND_QUEST: return BIT(FIELD_LEVEL) | BIT(FIELD_GOLD);
    case KIND_EQUIPMENT: return BIT(FIELD_QUALITY) | BIT(FIELD_SALE);
    case KIND_LOCATION: return BIT(FIELD_ER);
    case KIND_SCENARIO: return BIT(FIELD_VP);
    case KIND_TOKEN: return BIT(FIELD_LEVEL);
    }
    return 0;
}
static uint16_t fields_allowed(unsigned kind)
{
    uint16_t needed = fields_needed(kind);
    if (kind == KIND_QUEST)
        needed = (uint16_t)(needed | BIT(FIELD_ER) | BIT(FIELD_PRICE) | BIT(FIELD_MARKERS) |
                            BIT(FIELD_ROUNDS));
    if (kind == KIND_EQUIPMENT) needed = (uint16_t)(needed | BIT(FIELD_USES));
    if (kind == KIND_TOKEN)
        needed = (uint16_t)(needed | BIT(FIELD_HP) | BIT(FIELD_AP) | BIT(FIELD_INI));
    return needed;
}

static bool is_one(uint64_t bits) { return bits && !(bits & (bits - 1)); }

static const char *wrong_tags(const struct card_def *def)
{
    uint64_t races = def->tags & RACES, types = TAGS(TAG_TOWN, TAG_CROSSROADS);
    switch ((enum card_kind)def->kind) {
    case KIND_CATALYST: return is_one(races) ? NULL : "a Catalyst has exactly one race (MON-022)";
    case KIND_UNIT: return is_one(races) ? NULL : "a Unit has exactly one race (MON-022)";
    case KIND_EQUIPMENT:
        return is_one(def->tags & SLOTS) ? NULL : "an Equipment has exactly one slot (MON-650)";
    case KIND_QUEST:
        return is_one(def->tags & TAGS(TAG_FETCH, TAG_PROTECT))
                   ? NULL
                   : "a Quest has exactly one type (MON-320)";
    case KIND_LOCATION:
        if (def->tags >> TAG_ARENA & 1)
            return def->tags & (types | REGIONS) ? "an arena has neither type nor region (MON-851)"
                                                 : NULL;
        if (!is_one(def->tags & types)) return "a Location has exactly one type (MON-600)";
        if (!(def->tags & REGIONS)) return "a Location has at least one region (MON-600)";
        if (def->tags >> TAG_TOWN & 1 && def->field[FIELD_ER]) return "a Town has ER 0 (MON-601)";
        if (def->tags >> TAG_CROSSROADS & 1 && is_one(def->tags & REGIONS))
            return "Crossroads have at least two regions (MON-606)";
        return NULL;
    case KIND_CLASS:
    case KIND_SCENARIO:
    case KIND_TOKEN: break;
    }
    return NULL;
}

// Which kinds of cards a line may stand on.
static bool stands_on(unsigned code, unsigned kind)
{
    switch (code) {
    case W_AGGRESSIVE:
    case W_DEFENSIVE:
    case W_PASSIVE:
    case W_NONCOMBAT: return kind != KIND_QUEST && kind != KIND_LOCATION && kind != KIND_SCENARIO;
    case W_BONUSES:
        return kind == KIND_EQUIPMENT || kind == KIND_LOCATION || kind == KIND_CATALYST ||
               kind == KIND_UNIT;
    case W_BOOST:
    case W_REQUIRES: return kind == KIND_CLASS;
    case W_BEARER: return kind == KIND_EQUIPMENT;
    case W_PLACES:
    case W_TO:
    case W_VIP:
    case W_WARD:
    case W_ON_COMPLETION:
    case W_ON_PLAY:
    case W_COUNTING: return kind == KIND_QUEST;
    case W_RESOLVE:
    case W_CONDITION:
    case W_COMPLETION: return kind == KIND_SCENARIO;
    default: return kind == KIND_LOCATION;
    }
}

static unsigned line_code(const struct card_pool *pool, const struct card_line *line)
{
    const struct op *ops = pool->ops + line->op_first;
    size_t           i   = op_child(0);
    if (i < ops[0].size && ops[i].code == W_LETTER) i = op_after(ops, i);
    return i < ops[0].size ? ops[i].code : (unsigned)OP_NONE;
}

static const char *missing_line(const struct card_pool *pool, const struct card_def *def)
{
    unsigned has[W_LAST + 1] = { 0 }, abilities = 0;
    for (unsigned i = 0; i < def->line_count; i++) {
        unsigned code = line_code(pool, &pool->lines[def->line_first + i]);
        has[code]++;
        abilities += code == W_AGGRESSIVE || code == W_DEFENSIVE || code == W_PASSIVE ||
                     code == W_NONCOMBAT;
    }
    if (def->kind == KIND_SCENARIO && has[W_RESOLVE] + has[W_CONDITION] != 1)
        return "a Scenario has a Resolve line or a Condition (MON-341)";
    if (def->kind == KIND_CLASS && (abilities < 1 || abilities > 4))
        return "a Class has one to four abilities (MON-072)";
    if (def->kind != KIND_QUEST) return NULL;
    if (def->tags >> TAG_ESCORT & 1 && has[W_VIP] != 1)
        return "an Escort quest has a VIP (MON-323)";
    if (def->tags >> TAG_PROTECT & 1 && has[W_WARD] != 1)
        return "a Protect quest has a Ward (MON-329)";
    if ((def->tags >> TAG_ESCORT & 1 || def->tags >> TAG_FETCH & 1) && has[W_TO] != 1)
        return "Fetch and Escort say where to (MON-320)";
    if (def->tags >> TAG_COLLECT & 1 &&
        (has[W_COUNTING] != 1 || !(def->fields_set & BIT(FIELD_MARKERS))))
        return "a Collect quest counts something up to its markers (MON-328)";
    return NULL;
}

// Equipment goes to a unit of one's own party, not to whoever an ability is aimed at.
static bool attaches_to_target(const struct card_pool *pool, const struct card_line *line)
{
    const struct op *ops = pool->ops + line->op_first;
    for (size_t i = 0; i < ops[0].size; i++) {
        size_t noun = ops[i].code == W_ATTACH ? op_find(ops, i, W_NOUN) : 0;
        if (noun && ops[noun].value == NOUN_TARGET) return true;
    }
    return false;
}

static bool replaces_by_choice(const struct card_pool *pool, const struct card_line *line)
{
    const struct op *ops   = pool->ops + line->op_first;
    bool             death = false, may = false;
    for (size_t i = 0; i < ops[0].size; i++) {
        death |= ops[i].code == W_WHEN && ops[i].value >= WHEN_WOULD_DIE;
        may |= ops[i].code == W_MAY;
    }
    return death && may;
}

static bool check_card(const struct card_pool *pool, const struct card_def *def, int *line,
                       struct error *err)
{
    const struct place nowhere = { 0 };
    *line                      = -1;
    if ((def->fields_set & fields_needed(def->kind)) != fields_needed(def->kind) ||
        (def->fields_set & ~fields_allowed(def->kind)))
        return fail(err, BAD_INPUT, nowhere,
                    "a number is missing, or does not belong on this kind of card (section 6)");
    const char *wrong = wrong_tags(def);
    if (!wrong) wrong = missing_line(pool, def);
    if (wrong) return fail(err, BAD_INPUT, nowhere, "%s", wrong);
    for (int i = 0; i < def->line_count; i++) {
        const struct card_line *text = &pool->lines[def->line_first + (uint32_t)i];
        *line                        = i;
        if (!stands_on(line_code(pool, text), def->kind))
            return fail(err, BAD_INPUT, nowhere, "this line does not belong on this kind of card");
        if (replaces_by_choice(pool, text))
            return fail(err, BAD_INPUT, nowhere,
                        "what happens instead of a death is not optional: leave out \"you may\"");
        if (attaches_to_target(pool, text))
            return fail(err, BAD_INPUT, nowhere,
                        "Equipment is attached to this unit or a unit of your party");
    }
    *line = -1;
    return true;
}

const struct card_form monad_form = {
    .kinds       = KINDS,
    .tags        = TAG_WORDS,
    .fields      = FIELDS,
    .start_rule  = "line",
    .text_starts = TEXT_STARTS,
    .check       = check_card,
};
