// words.c - Oversoul's vocabulary: the grammar of its card text (rules.md, 6.2) with the meaning of
// each phrase, and the form of its card files.
#include "games/oversoul/words.h"

// The whole grammar is one text; ISO C only promises 4095 bytes, every compiler takes more.
#pragma GCC diagnostic ignored "-Woverlength-strings"

static const char GRAMMAR[] =
    "# Laws\n"
    "line       = '●' ( laws '*' { '(' limit ')' } [ body | given => EFFECTS ]\n"
    "           | saidlaw ',' ( body | given => EFFECTS )\n"
    "           | body | hence => EFFECTS ) ;\n"
    "laws       = law { ( '/' | 'or' | '&' => BOTH ) law } => LAWS\n"
    "           | law ',' law { ',' law } [ ',' ] 'or' law => LAWS ;\n"
    "law        = ( keylaw | eventlaw | onlylaw | statelaw ) lawtail => LAW ;\n"
    "saidlaw    = ( eventlaw | onlylaw | statelaw ) lawtail => LAW => LAWS ;\n"
    "lawtail    = [ during | while | limit | 'if' condition => INFO=1 ]\n"
    "             { '(' info { ',' info } ')' } ;\n"
    "keylaw     = ( lawname ) => KEYLAW# ;\n"
    "lawname    = 'ACTIVATE' | 'ATTACK' | 'AURA' | 'BLOODLUST' | 'CAST' | 'DISCARD' | 'ENTER'\n"
    "           | 'EXECUTE' | 'EXHAUST' | 'EXILE' | 'HEAL' | 'HONEST' | 'INJURE' | 'ISOLATED'\n"
    "           | 'OUTLAST' | 'PERFECT' | 'QUICK' | 'RETURN' | 'RESONATE' | 'RITUAL'\n"
    "           | 'SACRIFICE'\n"
    "           | 'SHATTER' ;\n"
    "eventlaw   = ( 'when' => WHEN | 'if' => IF ) event\n"
    "             { ( '&' => JOIN_AND | 'or' => JOIN_OR ) event } => EVENTLAW\n"
    "           | turnedge => EVENT => EVENTLAW ;\n"
    "turnedge   = ( 'at the start of' | 'at the beginning of' ) ( ( whose ) => WHOSE# )\n"
    "             ( 'turn' | 'cycle' | 'cycle Phase' ) => TURN_EDGE=0\n"
    "           | 'at the end of' ( ( whose ) => WHOSE# ) 'turn' => TURN_EDGE=1 ;\n"
    "onlylaw    = 'Activate only' ( eventlaw | during | while | 'if' fact => WHILE ) => ONLY ;\n"
    "statelaw   = while | during | place ;\n"
    "while      = ( 'while' | 'as long as' ) condition => WHILE ;\n"
    "during     = 'during' span => DURING\n"
    "           | 'on' ( ( whose ) => WHOSE# ) ( 'turn' => PHASE=0 ) => DURING\n"
    "           | 'in Battle' => WHOSE=5 => DURING ;\n"
    "info       = limit | place | timed | [ 'only' ] during | condition => INFO | deed => INFO\n"
    "           | object => INFO\n"
    "           | [ 'only' ] 'if' condition => INFO=1 | 'except' object => EXCEPT ;\n"
    "timed      = lasting | while | 'when'\n"
    "             ( 'Attacking' => PRONOUN=10 => OBJECT => IS_ONE ) => WHILE ;\n"
    "lasting    = ( 'this turn' | 'until the end of turn' ) => DURATION=0\n"
    "           | 'until' ( yournext => DURATION=2\n"
    "           | 'the next cycle Phase' => DURATION=3 | turnend => DURATION=4\n"
    "           | 'the end of Battle' => DURATION=5 ) ;\n"
    "yournext   = 'your next cycle' | 'your next turn' | 'the start of your next turn' ;\n"
    "turnend    = 'the end of this turn' | 'the end of the turn' | 'end of turn' ;\n"
    "limit      = [ 'only' | 'at most' ] ( 'Once' => TIMES=1 | 'Twice' => TIMES=2\n"
    "             | how_many ( 'times' | 'time' ) )\n"
    "             per => LIMIT ;\n"
    "per        = ( perword ) => PER# | 'per Game' => PER=0 | 'per turn' => PER=5 ;\n"
    "perword    = 'each Game' | 'while Active' | 'each turn for this Ability'\n"
    "           | 'each turn for this card\\'s name' | 'each turn while Active'\n"
    "           | 'each turn' ;\n"
    "place      = 'while in' zone => PLACE | 'while Exiled' => EXILED_PLACE ;\n"
    "span       = ( ( whose ) => WHOSE# ) ( ( phase ) => PHASE# ) | 'Battle' => WHOSE=5 ;\n"
    "whose      = 'your' | 'your opponent\\'s' | 'either' | 'the' | 'each' ;\n"
    "phase      = 'turn' | 'cycle Phase' | 'action Phase' | 'Return Phase' ;\n"
    "\n"
    "# Bodies\n"
    "body       = keyword { ( list | '/' | '.' ) keyword } { '(' note ')' }\n"
    "             [ while | during | atend ] => KEYWORDS\n"
    "           | ( ( 'you can' | 'you may' ) => MAY )\n"
    "             ( costs '➤' ( effects | nested => EFFECTS ) | effects )\n"
    "           | costs '➤' ( sentences | nested => EFFECTS ) | sentences ;\n"
    "costs      = payment { sep payment } => COSTS ;\n"
    "payment    = clause | pair ;\n"
    "pair       = ( 'Select' object => DO=7 => CLAUSE ) { ',' ( further => DO=7 => CLAUSE=1 ) }\n"
    "             [ ',' ] both ( further => DO=7 => CLAUSE=1 )\n"
    "           | ( 'Exile' object => DO=0 => CLAUSE ) { ',' ( further => DO=0 => CLAUSE=1 ) }\n"
    "             [ ',' ] both ( further => DO=0 => CLAUSE=1 )\n"
    "           | ( 'Sacrifice' object => DO=2 => CLAUSE )\n"
    "             { ',' ( further => DO=2 => CLAUSE=1 ) } [ ',' ] both\n"
    "             ( further => DO=2 => CLAUSE=1 )\n"
    "           | ( 'Exhaust' object => DO=3 => CLAUSE ) { ',' ( further => DO=3 => CLAUSE=1 ) }\n"
    "             [ ',' ] both ( further => DO=3 => CLAUSE=1 )\n"
    "           | ( 'Discard' object => DISCARD => CLAUSE )\n"
    "             { ',' ( further => DISCARD => CLAUSE=1 ) } [ ',' ] both\n"
    "             ( further => DISCARD => CLAUSE=1 ) ;\n"
    "both       = '&' | 'and' ;\n"
    "effects    = step { sep step } [ sep nested ] => EFFECTS ;\n"
    "sentences  = [ ( keyword { list keyword } => HAS => CLAUSE ) ( sep | stop ) ] step\n"
    "             { ( sep | stop ) step } [ ( sep | stop ) nested ] => EFFECTS ;\n"
    "stop       = '.' [ 'then' [ ',' ] ] ;\n"
    "step       = clause | two => TWO_KINDS => CLAUSE | few => BARE_NUMBER => CLAUSE ;\n"
    "few        = [ actor ] ( 'Draw' | 'Draws' | 'Discards' | 'Sacrifices' | 'Discard'\n"
    "             | 'Exile' | 'Return' | 'Shatter' | 'Sacrifice' | 'Spawn' ) how_many ;\n"
    "two        = ( 'Exile' | 'Shatter' | 'Sacrifice' | 'Exhaust' | 'Reactivate' | 'Select'\n"
    "             | 'Discard' | 'Return' | 'Draw' )\n"
    "             object { ',' further } [ ',' ] both further [ 'to' destination ] ;\n"
    "list       = '&' | 'and' | ',' [ '&' | 'and' ] ;\n"
    "orlist     = ',' [ 'or' ] | 'or' ;\n"
    "sep        = '.' ifdone => THEN_IF | 'but'\n"
    "           | ',' [ 'then' [ ',' ] | 'but' | both [ 'then' [ ',' ] ] | ifdone => THEN_IF ]\n"
    "           | both ',' ifdone => THEN_IF\n"
    "           | both [ 'then' [ ',' ] ] | 'then' [ ',' ] ;\n"
    "ifdone     = ( 'if you do' | 'if they do' ) [ ',' ] ;\n"
    "clause     = [ ^ front ] ( static | effect )\n"
    "             [ ( 'for each' | 'for every' | 'per' )\n"
    "             ( noungroup => OBJECT | each | marked | kinds ) => FOR_EACH ] { '(' note ')' }\n"
    "             [ ( timed [ 'if able' => IF_ABLE ] | during ) { '(' note ')' } ]\n"
    "             [ atend ] [ 'instead' => INSTEAD ] [ swapped ] => CLAUSE ;\n"
    "front      = lasting ',' ;\n"
    "swapped    = ( '.' | ',' ) 'if' ^ swapif ',' effect 'instead' => INSTEAD_IF ;\n"
    "swapif     = condition ;\n"
    "atend      = 'if' condition => NOTE | 'unless' condition => NOTE=1 ;\n"
    "nested     = ( 'if' ( event | fact ) | 'unless' condition => NOTE=1 ) { '(' info ')' }\n"
    "             ( '*' | ',' ) effects => NESTED ;\n"
    "given      = ( 'if' condition | 'unless' condition => NOTE=1 ) { '(' info ')' }\n"
    "             ( '*' | ',' ) effects => NESTED ;\n"
    "hence      = ( 'if' fact | 'unless' condition => NOTE=1 ) { '(' info ')' } ( '*' | ',' )\n"
    "             effects => NESTED ;\n"
    "note       = timed | during | limit | ( astype ) => AS_TYPE#\n"
    "           | effect 'instead if' condition => INSTEAD_IF\n"
    "           | 'except by' exempt { orlist exempt } => EXCEPT=1\n"
    "           | 'except' exempt { orlist exempt } => EXCEPT\n"
    "           | 'at random' => AT_RANDOM | [ 'if' ] condition => NOTE\n"
    "           | 'unless' condition => NOTE=1 ;\n"
    "astype     = 'as Construct' | 'as Unit' | 'as Event' ;\n"
    "exempt     = keywords | 'another' keyword => ANOTHER_KEYWORD | object\n"
    "           | 'damage to HP' => DAMAGE_TO_HP ;\n"
    "keywords   = keyword { ( list | '/' ) keyword } ;\n"
    "keyword    = ( ( kwname ) => KEYWORD# | spaced )\n"
    "             [ ( '(' 'to' object ')' | 'to' object ) => TO ] ;\n"
    "spaced     = 'HYPER BARRIER' => KEYWORD=11 | 'HYPER DEATHTOUCH' => KEYWORD=13\n"
    "           | 'DUAL STRIKE' => KEYWORD=14\n"
    "           | 'HYPER STRIKE' => KEYWORD=15 | 'HYPER DYNAMO' => KEYWORD=17\n"
    "           | 'HYPER FRENZY' => KEYWORD=19\n"
    "           | 'HYPER VEILED' => KEYWORD=21 | 'CRYSTALLIZED' => KEYWORD=2 ;\n"
    "kwname     = 'AVIAN' | 'CLEAVE' | 'CRYSTALIZED' | 'GUARD' | 'PIERCE' | 'POLARITY'\n"
    "           | 'RANGED'\n"
    "           | 'RESISTANT' | 'THORNS' | 'VAMPIRISM' | 'BARRIER' | 'HYPER-BARRIER'\n"
    "           | 'DEATHTOUCH'\n"
    "           | 'HYPER-DEATHTOUCH' | 'DUAL-STRIKE' | 'HYPER-STRIKE' | 'DYNAMO'\n"
    "           | 'HYPER-DYNAMO'\n"
    "           | 'FRENZY' | 'HYPER-FRENZY' | 'VEILED' | 'HYPER-VEILED' | 'AMORPHOUS'\n"
    "           | 'BERSERK'\n"
    "           | 'CHAINED' | 'DAMNED' | 'PETRIFIED' | 'SEALED' ;\n"
    "\n"
    "# Static sentences\n"
    "static     = [ those ] ( ( can ) => CAN# | cannot => CAN=0 ) doing { orlist doing }\n"
    "             [ 'each turn' => EACH_TURN ]\n"
    "             [ 'if able' => IF_ABLE ] => ABLE\n"
    "           | object 'is' state => BE_STATE\n"
    "           | object ( 'Enter' | 'Enters' ) 'Exhausted' => ENTERING\n"
    "           | 'unaffected by Abilities from' object => UNAFFECTED\n"
    "           | passive 'when leaving the board' => LEAVING\n"
    "           | 'this card\\'s Attacks & Abilities that Select' ( '&' | ',' ) 'Deal DMG'\n"
    "             [ '& would exceed the HP of' object => EXCEED ] ',' 'also' effect => RIDER\n"
    "           | object [ thisturn ] spends amount 'less'\n"
    "             [ 'ENERGY' ] => COSTING\n"
    "           | object [ thisturn ] spends amount 'more'\n"
    "             [ 'ENERGY' ] => COSTING=1\n"
    "           | itself amount 'less' [ 'ENERGY' ] => COSTING\n"
    "           | itself amount 'more' [ 'ENERGY' ] => COSTING=1\n"
    "           | [ those ] ( 'has' | 'have' ) grant { list grant } => HAS\n"
    "           | bare { list grant } => HAS\n"
    "           | 'you can Activate' amount 'additional' object 'each turn' => ADDITIONAL\n"
    "           | 'you can Activate' amount 'additional' object 'this turn' => ADDITIONAL=1 ;\n"
    "thisturn   = 'Activated this turn' => ACTIVATED_THIS_TURN\n"
    "           | 'this turn' => ACTIVATED_THIS_TURN=1 ;\n"
    "itself     = ( 'Costs' | 'Consumes' ) => PRONOUN=3 => OBJECT ;\n"
    "bare       = ( '+' => PLUS | '-' => MINUS ) amount stat [ equal ] => STATGRANT\n"
    "           | QUOTE(quoted) ;\n"
    "spends     = 'Consumes' | 'Consume' | 'Costs' | 'Cost' ;\n"
    "can        = 'can\\'t' | 'won\\'t' | 'must' | 'can' ;\n"
    "doing      = 'be' passive [ by ] { orlist passive [ by ] }\n"
    "             [ 'below' amount 'HP' => BELOW ]\n"
    "             [ 'if' event 'to force' object 'to Battle' object\n"
    "             'instead' => FORCE ] => DOING_BE\n"
    "           | ( ( doword ) => DOING# ) [ 'in Battle' | 'against' ] [ object ]\n"
    "             [ 'when' passive 'by' object => WHEN_PASSIVE ]\n"
    "           | 'have any subsequent Constructs Attached to' => NO_CONSTRUCTS ;\n"
    "cannot     = 'cannot' | 'can not' | 'may not' | 'does not' | 'do not' | 'doesn\\'t'\n"
    "           | 'don\\'t' ;\n"
    "doword     = 'Attack' | 'Guard' | 'Retaliate' | 'Generate ENERGY' ;\n"
    "by         = 'by' [ doer { 'or' doer } ] => BY ;\n"
    "doer       = [ 'opposing' => OPPOSING ] ( ( doername ) => DOER# )\n"
    "           | 'an' [ 'opposing' => OPPOSING ] ( 'Attack' => DOER=3 | 'Ability' => DOER=4 )\n"
    "           | keyword | object ;\n"
    "doername   = 'Ability Costs' | 'Attacks' | 'Abilities' ;\n"
    "passive    = ( pure ) => PASSIVE# | mixedpassive ;\n"
    "mixedpassive = 'Activated' => PASSIVE=14 | 'Exhausted' => PASSIVE=15\n"
    "           | 'Prepared' => PASSIVE=16\n"
    "           | 'Damaged' => PASSIVE=17 ;\n"
    "purepassive = ( pure ) => PASSIVE# ;\n"
    "pure       = 'Guarded' | 'Attacked' | 'Selected' | 'Shattered' | 'Healed' | 'Exiled'\n"
    "           | 'Reactivated' | 'Cancelled' | 'Returned' | 'Sacrificed' | 'Spawned'\n"
    "           | 'Discarded'\n"
    "           | 'Drawn' | 'Exposed' ;\n"
    "state      = calm | mixedstate ;\n"
    "mixedstate = 'Activated' => STATE=8 | 'Exhausted' => STATE=9 | 'Prepared' => STATE=10\n"
    "           | 'Damaged' => STATE=11 ;\n"
    "calm       = ( calmword ) => STATE# ;\n"
    "calmword   = 'Active' | 'at full HP' | 'not Active' | 'not at full HP' | 'not Activated'\n"
    "           | 'not Exhausted' | 'not Prepared' | 'not Damaged' ;\n"
    "\n"
    "# Effects\n"
    "effect     = 'Deal' [ amount ] dmg [ 'to' whom\n"
    "             { ( thento | andmore dmg 'to' ) object => THEN_TO } ] [ equal ] => DEAL\n"
    "           | 'Deal' amount dmg 'to' further both ( aleader => THEN_TO=1 ) => DEAL\n"
    "           | whom ( 'Take' | 'Takes' )\n"
    "             ( amount dmg | dmg equal | sameamount dmg\n"
    "             | 'the same amount' => EQUAL=5 ) => DEAL\n"
    "           | 'Deal' dmg equal 'to' object => DEAL\n"
    "           | 'Deal' sameamount dmg 'to' whom => DEAL\n"
    "           | 'Deal the same amount of DMG once more' => DEAL_AGAIN=1\n"
    "           | 'Deal the same amount of DMG twice more' => DEAL_AGAIN=2\n"
    "           | 'Heal' [ amount ] 'HP to' whom\n"
    "             { ( thento | andmore 'HP to' ) object => THEN_TO } [ equal ] => HEAL\n"
    "           | 'Heal HP' equal 'to' object => HEAL\n"
    "           | 'Heal' sameamount 'HP to' whom => HEAL\n"
    "           | 'Heal' object 'by an amount' equal => HEAL\n"
    "           | 'Heal' those 'by' amount 'HP' => HEAL\n"
    "           | 'Heal' those [ 'to full HP' => ORIGINAL_HP ] => HEAL_FULL\n"
    "           | [ those ] ( 'Gain' | 'get' | ( 'Gains' | 'gets' ) => THIRD ) grant\n"
    "             { list grant } => GAIN\n"
    "           | [ those ] ( 'lose' | 'loses' => THIRD ) grant { list grant } => LOSE\n"
    "           | [ those ] ( 'lose' | 'loses' => THIRD ) lostroles => LOSE\n"
    "           | 'Remove' ^ removed 'from' object => LOSE\n"
    "           | 'Give' those grant { list grant } => GIVE\n"
    "           | 'Give' grant { list grant } 'to' those => GIVE\n"
    "           | those [ 'also' => ALSO ] ( 'Become' | 'Becomes' ) property\n"
    "             { list property } [ besides => ALSO ] => BECOME\n"
    "           | 'set' ofcard 'to' amount => SET\n"
    "           | 'set' itsstats ( 'to' amount => CHANGE_TO )\n"
    "             { list itsstats ( 'to' amount => CHANGE_TO ) } => CHANGE\n"
    "           | 'reduce' itsstat changed { list itsstats changed } => CHANGE\n"
    "           | 'increase' itsstat changed { list itsstats changed } => CHANGE=1\n"
    "           | 'double' itsstat => CHANGE=2\n"
    "           | 'triple' itsstat => CHANGE=3\n"
    "           | 'double the ENERGY Generated / values in the Ability\\'s Resolution'\n"
    "             => MULTIPLY=2\n"
    "           | 'triple the ENERGY Generated / values in the Ability\\'s Resolution'\n"
    "             => MULTIPLY=3\n"
    "           | [ actor ] ( 'Draw' | 'Draws' => THIRD ) object => DRAW\n"
    "           | [ actor ] ( 'Draw' | 'Draws' => THIRD )\n"
    "             ( 'cards' => NOUN=1 => GROUP => OBJECT ) equal => DRAW\n"
    "           | [ actor ] ( 'Discard' | 'Discards' => THIRD ) object => DISCARD\n"
    "           | 'Return' those [ 'to' destination ] => RETURN\n"
    "           | 'Put' object ( 'on' topbottom | 'into' zone => DESTINATION=0 ) => RETURN\n"
    "           | 'Exile' those => DO=0 | 'Shatter' those => DO=1\n"
    "           | [ actor ] ( 'Sacrifice' | 'Sacrifices' => THIRD ) object => DO=2\n"
    "           | actor ( 'Sacrifice' | 'Sacrifices' => THIRD ) theirs => DO=2\n"
    "           | 'Exhaust' those => DO=3 | 'Reactivate' those => DO=4\n"
    "           | 'Expose' object => DO=5\n"
    "           | object ( 'Become' | 'Becomes' ) 'Prepared' => DO=6\n"
    "           | object ( 'Become' | 'Becomes' ) 'Exhausted' => DO=3\n"
    "           | 'Prepare' object => DO=6 | 'Select' object => DO=7\n"
    "           | 'Spawn' [ '& Attach' => AND_ATTACH ] object { spawnmod } => SPAWN\n"
    "           | 'Attach' object 'to' object => ATTACH\n"
    "           | 'Activate' object [ 'without Consuming ENERGY' => WITHOUT_ENERGY ]\n"
    "             => ACTIVATE\n"
    "           | 'Generate' [ 'additional' => ADDITIONALLY ] amount 'ENERGY'\n"
    "             [ 'from' object => FROM ]\n"
    "             [ 'this turn' => THIS_TURN ] => GENERATE\n"
    "           | 'Generate' amount ( 'additional' => ADDITIONALLY ) 'ENERGY from'\n"
    "             ( object => FROM )\n"
    "             [ 'this turn' => THIS_TURN ] => GENERATE\n"
    "           | 'Generate ENERGY' equal => GENERATE\n"
    "           | 'Consume' amount [ 'opposing' => OPPOSING_ENERGY ] 'ENERGY' => CONSUME\n"
    "           | 'Gaze' gazed ( ( deckside ) => DECKSIDE#\n"
    "             | 'your opponent\\'s' => DECKSIDE=2 ) 'Deck' => GAZE\n"
    "           | object ( 'lose' | 'loses' )\n"
    "             ( 'all' | [ 'all' => AMOUNT=4 ] ( 'its' | 'their' ) )\n"
    "             'Abilities' => CANCELLED=4 => CANCEL\n"
    "           | 'Cancel' cancelled { list cancelled } => CANCEL\n"
    "           | 'Copy' taken => COPY | 'Steal' taken => STEAL\n"
    "           | bearing_it 'Copies' taken => COPY | bearing_it 'Steals' taken => STEAL\n"
    "           | 'the Attached card' 'Copies' taken => COPY=1\n"
    "           | 'the Attached card' 'Steals' taken => STEAL=1\n"
    "           | 'Trigger' ( 'this card\\'s' | 'its' => ITS ) ( ( lawname ) => LAWREF# )\n"
    "             ( 'Ability' | 'Abilities' ) => TRIGGER\n"
    "           | 'Trigger the' ( ( lawname ) => LAWREF# ) ( 'Ability' | 'Abilities' ) 'of'\n"
    "             object => TRIGGER\n"
    "           | ( 'Place' | 'Put' ) amount marks 'on' object => PLACE_MARKS\n"
    "           | ( 'it' | 'this card' ) 'Takes no DMG' => TAKES_NONE\n"
    "           | player ( 'win' | 'wins' ) 'the Game' => WINS\n"
    "           | player ( 'lose' | 'loses' ) 'the Game' => LOSES ;\n"
    "bearing_it = 'this card' | 'this Unit' | 'this Event' ;\n"
    "whom       = those | person => OBJECT ;\n"
    "itsstat    = itsstats | ofcard ;\n"
    "changed    = 'to' amount => CHANGE_TO | 'by' amount => CHANGE_BY ;\n"
    "itsstats   = ( 'its' | 'their' ) stat { list [ 'its' | 'their' ] stat } ;\n"
    "theirs     = ( how_many => AMOUNT=7 ) 'of their' groups { post } => OBJECT ;\n"
    "dmg        = 'DMG' | 'damage' ;\n"
    "sameamount = 'the same amount of' => EQUAL=5 ;\n"
    "andmore    = ( list | ',' 'then' ) number ;\n"
    "joint      = ( pronoun => BESIDES ) both\n"
    "             ( pronoun => BESIDES | [ allof ] group { post } ) => OBJECT\n"
    "           | [ allof ] group { post } both ( pronoun => BESIDES ) => OBJECT ;\n"
    "allof      = ( 'all' => AMOUNT=4 ) [ 'your' => YOUR | 'the' ]\n"
    "           | ( 'each' => EACH | 'all' => AMOUNT=4 ) ofside\n"
    "           | 'each' => EACH | 'every' => EACH | 'your' => YOUR | 'the' ;\n"
    "those      = object | joint ;\n"
    "aleader    = ( 'your' => YOUR ) ( 'Leader' => NOUN=8 => GROUP ) => OBJECT\n"
    "           | 'the' ( ( 'opposing' => ADJ=5 )\n"
    "             ( 'Leader' => NOUN=8 ) => GROUP ) => OBJECT ;\n"
    "removed    = amount marks => MARKS ;\n"
    "lostroles  = ( 'all' | [ 'all' ] ( 'its' | 'their' ) ) 'Roles' => ALL_ROLES\n"
    "           | 'the' role { list role } ( 'Role' | 'Roles' ) ;\n"
    "besides    = 'in addition to' ( 'its' | 'their' ) 'other'\n"
    "             ( 'Roles' | 'Archetype' | 'Archetypes' ) ;\n"
    "ofcard     = [ 'the' ] stat { list [ 'the' ] stat } ( 'on' | 'of' ) object\n"
    "           | ( owner | possessor ) stat { list stat } ;\n"
    "possessor  = 'this card\\'s' => PRONOUN=3 => OBJECT | bearer ;\n"
    "bearer     = [ quant ] ( { adj } ( 'card\\'s' => NOUN=0 | 'Unit\\'s' => NOUN=2\n"
    "             | 'Event\\'s' => NOUN=4\n"
    "           | 'Construct\\'s' => NOUN=6 ) => GROUP ) => OBJECT ;\n"
    "ofside     = 'of your' => YOUR=1 | 'of your opponent\\'s' => YOUR=2 ;\n"
    "further    = ( how_many => AMOUNT=7 | 'a' => AMOUNT=3 | 'an' => AMOUNT=3\n"
    "             | 'another' => ANOTHER )\n"
    "             [ ofside ] groups { post } => OBJECT ;\n"
    "person     = ( 'your' => ADJ=5 ) ( 'opponent' => NOUN=8 ) => GROUP\n"
    "           | 'you' => NOUN=8 => GROUP\n"
    "           | ( 'each' => EACH ) ( 'player' => NOUN=8 => GROUP ) ;\n"
    "gazed      = amount 'at' | 'at the top' amount 'cards of' ;\n"
    "thento     = ',' 'then to' | 'and to' | '& to' ;\n"
    "deckside   = 'your' | 'either' | 'the opposing' ;\n"
    "taken      = ( 'its' | 'their' ) thing { list [ 'its' | 'their' ] thing }\n"
    "           | 'the' thing { list [ 'the' ] thing } 'of' object\n"
    "           | ( owner | possessor ) thing { list thing }\n"
    "           | amount stat { list amount stat } 'from' object => FROM\n"
    "           | thing { list thing } 'from' object | object ;\n"
    "spawnmod   = 'Damaged with' amount 'HP' => WITH_DAMAGE | 'to' object => TO\n"
    "           | 'as a' ( ( conrole ) => CONROLE# ) 'Construct' => AS_CONSTRUCT\n"
    "           | 'with HP equal to original HP' => ORIGINAL_HP\n"
    "           | 'with' amount 'DMG' [ ',' ] amount 'SPD' [ list ] amount 'HP'\n"
    "             { ( list | 'that has' | 'that have' | 'with' )\n"
    "             ( ( kwname ) => KEYWORD# ) } => WITH_STATS\n"
    "           | 'in' zone => IN_ZONE | 'on your board' ;\n"
    "cancelled  = 'this Ability' => CANCELLED=0\n"
    "           | ( 'that Ability' | 'the Ability' ) => CANCELLED=1\n"
    "           | ( 'that Activation' | 'the Activation' ) => CANCELLED=2\n"
    "           | ( 'that Attack' | 'the Attack' ) => CANCELLED=3\n"
    "           | 'all Abilities' [ 'of' object ] => CANCELLED=4\n"
    "           | ( 'its' => PRONOUN=0 => OBJECT ) 'Abilities' => CANCELLED=4\n"
    "           | [ 'all' => EACH ] 'changes to Stats' [ 'of' object ] => CANCELLED=5\n"
    "           | [ 'all' => EACH ] 'changes to' ( 'its' => PRONOUN=0 => OBJECT )\n"
    "             'Stats' => CANCELLED=5\n"
    "           | object => CANCELLED=6 ;\n"
    "thing      = 'Stats' => THING=0 | 'Abilities' => THING=1 | 'Roles' => THING=2\n"
    "           | 'Archetype' => THING=3 | stat | ( kwname ) => KEYWORD# ;\n"
    "grant      = keyword | [ '+' => PLUS | '-' => MINUS ] amount stat [ equal ] => STATGRANT\n"
    "           | [ '+' => PLUS | '-' => MINUS ] stat equal => STATGRANT\n"
    "           | amount marks => MARKS | QUOTE(quoted) ;\n"
    "quoted     = ( line => LINE ) { ( line => LINE ) } ;\n"
    "property   = [ 'a' | 'an' | 'the' | 'those' | 'that' | 'its' ]\n"
    "             ( role | ( manyroles ) => ROLE# | archetype | 'Roles' => PROPERTY=1\n"
    "           | 'Role' => PROPERTY=2 | 'Archetype' => PROPERTY=3 ) [ 'Unit' => NOUN=2 ] ;\n"
    "stat       = ( statname ) => STAT# | 'Cost' => STAT=3 ;\n"
    "statname   = 'DMG' | 'SPD' | 'HP' | 'ENERGY Cost' | 'ENERGY' | 'RANK' ;\n"
    "equal      = 'equal to damage Dealt' => EQUAL=0\n"
    "           | 'equal to' [ 'the' ] 'DMG' object 'Dealt' [ 'to' object ] => EQUAL=1\n"
    "           | 'equal to' ( 'its' => ITS | 'their' => ITS=1 | object | owner | bearer )\n"
    "             stat => EQUAL=2\n"
    "           | 'equal to' [ 'the' ] stat 'of' object => EQUAL=2\n"
    "           | 'equal to the number of' ( object | kinds ) => EQUAL=3\n"
    "           | 'equal to this card\\'s' stat => EQUAL=4 ;\n"
    "owner      = ( 'this Unit\\'s' => PRONOUN=4 | 'this Event\\'s' => PRONOUN=5\n"
    "             | 'this Construct\\'s' => PRONOUN=6\n"
    "           | 'the selection\\'s' => PRONOUN=7 | 'that card\\'s' => PRONOUN=8\n"
    "             | 'that Unit\\'s' => PRONOUN=9\n"
    "           | 'the Attacker\\'s' => PRONOUN=10\n"
    "             | 'the Attached card\\'s' => PRONOUN=11 ) => OBJECT\n"
    "           | ( 'your' => YOUR ) ( 'Leader\\'s' => NOUN=8 => GROUP ) => OBJECT\n"
    "           | 'the' ( ( 'opposing' => ADJ=5 )\n"
    "             ( 'Leader\\'s' => NOUN=8 ) => GROUP ) => OBJECT ;\n"
    "how_many  |= 'six' => NUMBER=6 | 'seven' => NUMBER=7 | 'eight' => NUMBER=8\n"
    "           | 'nine' => NUMBER=9\n"
    "           | 'ten' => NUMBER=10 ;\n"
    "number     = how_many => AMOUNT=7 | 'X' => AMOUNT=2 ;\n"
    "measure    = 'DMG' => STAT=0 | 'SPD' => STAT=1 | 'HP' => STAT=2\n"
    "           | ( 'ENERGY Cost' | 'Cost' ) => STAT=3\n"
    "           | 'ENERGY' => STAT=4 ;\n"
    "amount     = how_many => AMOUNT=7 | 'RANK' => AMOUNT=0 | '(' 'RANK' ')' => AMOUNT=0\n"
    "           | '(' '-' 'Cost' ')' => AMOUNT=1 | 'X' => AMOUNT=2 | 'a' => AMOUNT=3\n"
    "           | 'an' => AMOUNT=3\n"
    "           | 'all' => AMOUNT=4 | 'any number of' => AMOUNT=5\n"
    "           | 'up to' how_many => AMOUNT=6 ;\n"
    "within     = ( 'at least' => OR_MORE | 'at most' => OR_LESS ) number ;\n"
    "orso       = 'or' ( 'more' => OR_MORE | ( 'less' | 'fewer' ) => OR_LESS ) ;\n"
    "marked     = WORD ( 'mark' ) 'on' object => MARKS ;\n"
    "marks      = WORD ( 'mark' | 'marks' ) ;\n"
    "destination = topbottom | zone => DESTINATION=0 ;\n"
    "topbottom  = 'the top of' zone => DESTINATION=1 | 'top of' zone => DESTINATION=1\n"
    "           | 'the bottom of' zone => DESTINATION=2 | 'bottom of' zone => DESTINATION=2 ;\n"
    "\n"
    "# Events and conditions\n"
    "event      = deed => EVENT\n"
    "           | ( object | oneof | atleast ) ( 'is' | 'are' | 'becomes' | 'become' ) "
    "mixedpassive\n"
    "             [ by ] orpassives => EVENT ;\n"
    "orpassives = { 'or' passive [ by ] }\n"
    "           | ',' passive [ by ] { ',' passive [ by ] } [ ',' ] 'or' passive [ by ] ;\n"
    "doings     = doesit { 'or' doesit } | doesit ',' doesit { ',' doesit } [ ',' ] 'or' doesit ;\n"
    "deed       = ( object | oneof | atleast | player | anybody => PLAYER=2 )\n"
    "             ( [ 'would' => WOULD ] doings\n"
    "             | doings [ ',' ] 'or' ( 'is' | 'are' ) passive [ by ] orpassives\n"
    "             | ( 'is' | 'are' ) purepassive [ from ] [ by ] orpassives\n"
    "             | 'would be' passive [ by ] { 'or' passive [ by ] } => WOULD_BE\n"
    "             | ( 'remain' | 'remains' ) 'on the board' => REMAIN=0\n"
    "             | ( 'remain' | 'remains' ) 'Active' => REMAIN=1 ) ;\n"
    "oneof      = ( pronoun => BESIDES ) 'or'\n"
    "             [ 'another' => ANOTHER | 'a' | 'an' | ( 'another' => ANOTHER | 'one' ) ofside ]\n"
    "             groups { post } => OBJECT ;\n"
    "anybody    = 'a player' | 'any player' | 'either player' | 'you or your opponent' ;\n"
    "from       = 'from' zone => IN=1 | 'from' side => ON ;\n"
    "doesit     = ( verb ) [ what | from | dmgby ]\n"
    "           | ( ( 'declares an Attack' | 'declare an Attack' ) => VERB=2 )\n"
    "             [ 'against' object ] ;\n"
    "dmgby      = ( [ points ] dmg => DMG_WORD ) ( 'from' doer { 'or' doer } => BY ) ;\n"
    "verb       = 'Take' => VERB=0 | 'Takes' => VERB=0 | 'Deal' => VERB=1 | 'Deals' => VERB=1\n"
    "           | 'Attack' => VERB=2 | 'Attacks' => VERB=2 | 'Retaliate' => VERB=3\n"
    "           | 'Retaliates' => VERB=3 | 'Guard' => VERB=4 | 'Guards' => VERB=4\n"
    "           | 'Draw' => VERB=5\n"
    "           | 'Draws' => VERB=5 | 'Discard' => VERB=6 | 'Discards' => VERB=6\n"
    "           | 'Shatter' => VERB=7 | 'Shatters' => VERB=7 | 'Enter' => VERB=8\n"
    "           | 'Enters' => VERB=8\n"
    "           | 'Activate' => VERB=9 | 'Activates' => VERB=9 | 'Spawn' => VERB=10\n"
    "           | 'Spawns' => VERB=10 | 'Prepare' => VERB=11 | 'Prepares' => VERB=11\n"
    "           | 'Generate' => VERB=12 | 'Generates' => VERB=12 | 'Consume' => VERB=13\n"
    "           | 'Consumes' => VERB=13 | 'Heal' => VERB=14 | 'Heals' => VERB=14\n"
    "           | 'use' => VERB=15\n"
    "           | 'uses' => VERB=15 | 'Exhaust' => VERB=16 | 'Exhausts' => VERB=16\n"
    "           | 'Battle' => VERB=17 | 'Battles' => VERB=17 | 'Sacrifice' => VERB=18\n"
    "           | 'Sacrifices' => VERB=18 | 'leave' => VERB=19 | 'leaves' => VERB=19\n"
    "           | 'DMG' => VERB=20 ;\n"
    "what       = [ points ] dmg [ 'to' object ] => DMG_WORD\n"
    "           | [ points ] 'ENERGY' => ENERGY_WORD\n"
    "           | side => BOARD_WORD | 'on' side => BOARD_WORD=1\n"
    "           | 'an Ability' [ 'that has values in its Resolution' => WITH_VALUES ]\n"
    "             => WHAT_ABILITY\n"
    "           | [ 'a' | 'an' ] ( ( lawname ) => LAWREF# ) 'Ability' => WHAT_ABILITY | object\n"
    "           | atleast ;\n"
    "points     = amount [ 'or more' => OR_MORE ]\n"
    "           | ( 'at least' => OR_MORE ) ( how_many => AMOUNT=7 ) ;\n"
    "atleast    = ( ( how_many => AMOUNT=7 ) ( 'or more' => OR_MORE )\n"
    "             | ( 'at least' => OR_MORE ) ( how_many => AMOUNT=7 ) )\n"
    "             ( [ ofside ] groups { post } | 'of them' => THOSE ) => OBJECT ;\n"
    "condition  = fact | [ object ( 'is' | 'are' ) ] mixedstate => IS ;\n"
    "fact       = [ object | player ] ( 'has' | 'have' )\n"
    "             ( amount [ orso ] marks => MARKS\n"
    "             | [ 'no' => NONE ] keywords | ( 'no' => NONE ) object\n"
    "             | ranked\n"
    "             | amount stat [ orso ]\n"
    "             | ( within | amount [ orso ] ) kinds\n"
    "             | within ( stat | object )\n"
    "             | [ amount orso ] ( stat | object [ 'Attached' ] ) ) => HAVE\n"
    "           | player ( 'control' | 'controls' )\n"
    "             ( ( 'no' => NONE ) object | within object | [ amount orso ] object ) => HAVE\n"
    "           | ( object | rival ) ( 'has' | 'have' )\n"
    "             ( 'more' => OR_MORE | ( 'less' | 'fewer' ) => OR_LESS )\n"
    "             ( stat | object ) 'than' ( object | rival ) => THAN\n"
    "           | object ( 'is' | 'are' ) [ 'not' => NONE ]\n"
    "             ( object | there => OBJECT ) => IS_ONE\n"
    "           | there => OBJECT => IS_ONE\n"
    "           | [ object ( 'is' | 'are' ) ] calm => IS\n"
    "           | 'it is' ( 'your' => WHOSE=0 | 'your opponent\\'s' => WHOSE=1 )\n"
    "             ( 'turn' => PHASE=0 ) => DURING\n"
    "           | object ( 'is' | 'are' ) 'in' zone => IS_IN\n"
    "           | object ( 'is' | 'are' ) 'on' side => IS_ON\n"
    "           | 'there' ( 'is' | 'are' )\n"
    "             [ amount orso\n"
    "             | within | 'no' => NONE ] object => THERE\n"
    "           | 'there are' ( within | amount [ orso ] ) kinds => THERE\n"
    "           | ( 'its' => PRONOUN=0 => OBJECT | owner | possessor ) stat 'is'\n"
    "             number [ orso ] => HAVE\n"
    "           | object ( 'have been' | 'has been' ) passive [ by ]\n"
    "             { 'or' passive [ by ] } => BEEN\n"
    "           | object ( 'have' | 'has' ) past { 'or' past } => BEEN ;\n"
    "past       = 'Entered' => VERB=8 | 'Attacked' => VERB=2 | 'Shattered' => VERB=7 ;\n"
    "\n"
    "rival      = 'you' => PLAYER=0 | 'your opponent' => PLAYER=1 ;\n"
    "there      = near | 'Attacking' => PRONOUN=10 | attacking ;\n"
    "attacking  = 'Attacking' object => NEAR=6 ;\n"
    "\n"
    "# Nouns\n"
    "object     = pronoun => OBJECT | noungroup => OBJECT | wholehand => OBJECT\n"
    "           | ( 'both' => EACH ) ( 'Leaders' => NOUN=9 => GROUP ) => OBJECT\n"
    "           | some ( 'of them' => THOSE ) => OBJECT ;\n"
    "some       = how_many => AMOUNT=7 | 'up to' how_many => AMOUNT=6\n"
    "           | 'any number' => AMOUNT=5 ;\n"
    "wholehand  = ( 'your' => ZONESIDE=0 | 'your opponent\\'s' => ZONESIDE=2\n"
    "             | 'the opposing' => ZONESIDE=2 | 'their' => ZONESIDE=6 )\n"
    "             ( ( 'hand' | 'hands' ) => ZONENAME=0\n"
    "             | 'Idle Zone' => ZONENAME=2 ) => ZONE => IN ;\n"
    "kinds      = ( ( 'Archetype' | 'Archetypes' | 'different Archetypes' ) => KINDS )\n"
    "             ( 'on' side => ON ) => OBJECT ;\n"
    "each       = 'of them' => PRONOUN=2 => OBJECT\n"
    "           | ofside groups { post } => OBJECT ;\n"
    "pronoun    = ( proword ) => PRONOUN# | 'each of them' => PRONOUN=2\n"
    "           | 'all of them' => PRONOUN=2\n"
    "           | 'this Leader' => PRONOUN=3 | 'that Event' => PRONOUN=12\n"
    "           | 'that Construct' => PRONOUN=13\n"
    "           | ( 'the Attached Unit' | 'the Attached Event' ) => PRONOUN=11 ;\n"
    "proword    = 'it' | 'they' | 'them' | 'this card' | 'this Unit' | 'this Event'\n"
    "           | 'this Construct'\n"
    "           | 'the selection' | 'that card' | 'that Unit' | 'the Attacker'\n"
    "           | 'the Attached card' ;\n"
    "noungroup  = [ quant ] [ 'random' => AT_RANDOM ] [ exiled ] groups { post }\n"
    "           | [ every ] [ exiled ] allgroups { post } ;\n"
    "groups     = group { ( '/' | 'or' ) [ again ] group }\n"
    "           | group ',' [ again ] group { ',' [ again ] group } [ ',' ] 'or' [ again ] group "
    ";\n"
    "again      = 'a' | 'an' | how_many => AMOUNT=7 ;\n"
    "allgroups  = group { ',' group } [ ',' ] both\n"
    "             ( [ 'all' => MANY | 'each' => MANY | 'the' ] group\n"
    "             | [ 'all' => MANY ] yourgroup ) ;\n"
    "yourgroup  = ( 'your' => YOUR ) { adj } noun => GROUP ;\n"
    "every      = ( 'all' => AMOUNT=4 | 'any number of' => AMOUNT=5 )\n"
    "             [ 'your' => YOUR | 'the' ]\n"
    "           | ( 'each' => EACH | 'all' => AMOUNT=4 ) ofside\n"
    "           | 'each' => EACH | 'every' => EACH | 'your' => YOUR | 'the' ;\n"
    "exiled     = [ 'other' => PRONOUN=3 => OBJECT => BUT ]\n"
    "             ( 'Exiled' => ZONENAME=7 => ZONE => IN ) ;\n"
    "quant      = [ amount ] ( 'your' [ 'next' => NEXT ] => YOUR | 'the' | 'those' => THOSE )\n"
    "           | ( amount | 'another' => ANOTHER | 'each' => EACH | 'any' => ANY )\n"
    "             ofside\n"
    "           | some ( 'of those' => THOSE=1 )\n"
    "           | amount | 'each' => EACH | 'every' => EACH | 'another' => ANOTHER\n"
    "           | 'any' => ANY\n"
    "           | 'the top' [ amount ] => TOP_OF ;\n"
    "group      = { adj } ( noun | ( ( conrole ) => CONROLE# )\n"
    "             ( 'Construct' | 'Constructs' ) )\n"
    "             [ 'named' NAME ] => GROUP ;\n"
    "adj        = ( adjword ) => ADJ# | 'your opponent\\'s' => ADJ=5 | archetype | either\n"
    "           | role | ( eventrole ) => EVENTROLE#\n"
    "           | ( nonrole ) => NOT_ROLE# | ( nonarchetype ) => NOT_ARCHETYPE#\n"
    "           | ( ( kwname ) => KEYWORD# ) => WITH\n"
    "           | ( sign ) => SIGN# | ranked | NAME ;\n"
    "ranked     = 'RANK' ( ROMAN | NUMBER ) [ orless | ormore ] => RANKED ;\n"
    "orless     = ( 'or lower' | 'or less' | 'and lower' ) => OR_LOWER ;\n"
    "ormore     = ( 'or higher' | 'or more' | 'and higher' ) => OR_HIGHER ;\n"
    "either     = archetype { ',' archetype } [ ',' ] ( 'or' | '/' | both )\n"
    "             archetype => EITHER\n"
    "           | instate ( 'or' | '/' ) instate => EITHER ;\n"
    "instate    = 'Activated' => ADJ=1 | 'Exhausted' => ADJ=2 | 'Prepared' => ADJ=3\n"
    "           | 'Damaged' => ADJ=4 ;\n"
    "sign       = '+' | '-' ;\n"
    "adjword    = 'Active' | 'Activated' | 'Exhausted' | 'Prepared' | 'Damaged' | 'opposing'\n"
    "           | 'Selected' | 'Living' | 'Non-Living' | 'non-Leader' | 'other' | 'adjacent'\n"
    "           | 'original' | 'ARCHETYPE' | 'surrounding' | 'Attacking' | 'Battling' ;\n"
    "noun       = ( nounword ) => NOUN# | role | ( manyroles ) => ROLES# | NAME ;\n"
    "nounword   = 'card' | 'cards' | 'Unit' | 'Units' | 'Event' | 'Events' | 'Construct'\n"
    "           | 'Constructs'\n"
    "           | 'Leader' | 'Leaders' | 'Zone' | 'Zones' | 'TOTEM' | 'TOTEMS' ;\n"
    "post       = 'on' side => ON | 'in' zone => IN=0 | 'from' zone => IN=1\n"
    "           | 'of' zone => IN=2\n"
    "           | near | 'except' object => BUT | 'other than' object => BUT\n"
    "           | 'with' quality => WITH | 'without'\n"
    "             ( ( 'a' | 'an' ) ( ( lawname ) => LAWREF# ) 'Ability' | keyword\n"
    "             | bearing ) => WITHOUT | 'at random' => AT_RANDOM\n"
    "           | 'of' compare ( stat | ( ( compareword ) => COMPARE_WORD# ) )\n"
    "             [ 'as this card' | 'than this card' ] => WITH\n"
    "           | 'of' ( ranked ) => WITH\n"
    "           | ( 'of Archetypes not on' | 'of an Archetype not on' ) side => NOT_ON\n"
    "           | 'of your choice' => CHOICE | 'of their choice' => CHOICE=1\n"
    "           | 'you control' => YOUR=1 | 'your opponent controls' => YOUR=2\n"
    "           | ( 'that is' | 'that are' )\n"
    "             ( ( adjstate ) => ADJ# | 'Attacking' => ADJ=14 | calm ) => WITH\n"
    "           | ( 'that is' | 'that are' ) attacking\n"
    "           | ( 'that has' | 'that have' ) quality => WITH\n"
    "           | 'that' ( ( spends ) => STAT=3 ) number [ orso ]\n"
    "             [ 'ENERGY' ] => HAVE => WITH ;\n"
    "adjstate   = 'Active' | 'Activated' | 'Exhausted' | 'Prepared' | 'Damaged' ;\n"
    "near       = 'adjacent to' object => NEAR=0 | 'surrounding' object => NEAR=1\n"
    "           | 'directly under' object => NEAR=2 | 'directly behind' object => NEAR=3\n"
    "           | 'Attached to' object => NEAR=4 | 'on' object => NEAR=4\n"
    "           | 'Battling' object => NEAR=5 ;\n"
    "compare    = ( compareword2 ) => COMPARE# ;\n"
    "compareword  = 'Archetype' | 'Role' | 'faction' | 'name' ;\n"
    "compareword2 = 'lower' | 'higher' | 'the same' ;\n"
    "quality    = compare ( stat | ( ( compareword ) => COMPARE_WORD# ) )\n"
    "             [ 'as this card' | 'than this card' ]\n"
    "           | stat ( 'lower' => COMPARE=0 | 'higher' => COMPARE=1 ) 'than this card'\n"
    "           | keyword { 'or' keyword } | keyword { ( both => BOTH ) keyword } | bearing\n"
    "           | amount [ orso ] marks\n"
    "             [ 'on' ( 'them' | 'it' ) ] => MARKS\n"
    "           | amount [ orso ] ( stat | bearing ) => HAVE\n"
    "           | amount stat orso => HAVE\n"
    "           | within ( stat | bearing ) => HAVE\n"
    "           | [ 'a' | 'an' ] measure [ 'of' ] number [ orso ] => HAVE\n"
    "           | 'the' ( ( 'lowest' | 'fewest' | 'least' ) => MOST=0\n"
    "             | ( 'highest' | 'most' ) => MOST=1 ) stat\n"
    "           | ranked\n"
    "           | ( 'a' | 'an' ) ( ( lawname ) => LAWREF# ) 'Ability' ;\n"
    "bearing    = ( 'Construct' | 'a Construct' | 'Constructs' ) [ 'Attached' ] => NOUN=6 ;\n"
    "side       = ( sideword ) => SIDE# | 'your opponent\\'s board' => SIDE=2\n"
    "           | 'both boards' => SIDE=4 ;\n"
    "sideword   = 'the board' | 'your board' | 'the opposing board' | 'either board'\n"
    "           | 'each board' ;\n"
    "zone       = [ ( zoneside ) => ZONESIDE# | 'your opponent\\'s' => ZONESIDE=2\n"
    "             | 'their owner\\'s' => ZONESIDE=5 | 'their owners\\'' => ZONESIDE=5\n"
    "             | 'their' => ZONESIDE=6 | 'each' => ZONESIDE=7 | 'any' => ZONESIDE=1 ]\n"
    "             ( ( zonename ) => ZONENAME# | 'hands' => ZONENAME=0 ) => ZONE\n"
    "           | ( 'both' => ZONESIDE=7 ) ( 'hands' => ZONENAME=0 | 'Decks' => ZONENAME=1\n"
    "             | 'Idle Zones' => ZONENAME=2 ) => ZONE\n"
    "           | ( 'an Idle Zone' | 'Idle Zones' | 'all Idle Zones' ) => ZONENAME=2 => ZONE ;\n"
    "zoneside   = 'your' | 'the' | 'the opposing' | 'an empty' | 'either' | 'its owner\\'s' ;\n"
    "zonename   = 'hand' | 'Deck' | 'Idle Zone' | 'Unit Zone' | 'Event Zone' | 'Leader Zone'\n"
    "           | 'Zone'\n"
    "           | 'Exile' ;\n"
    "actor      = player | 'each opponent' => PLAYER=4 | 'all opponents' => MANY => PLAYER=4 ;\n"
    "player     = ( playerword ) => PLAYER# | 'all players' => MANY => PLAYER=2\n"
    "           | 'both players' => MANY => PLAYER=2 ;\n"
    "playerword = 'you' | 'your opponent' | 'each player' | 'its owner' ;\n"
    "archetype  = ( archetypes ) => ARCHETYPE# ;\n"
    "archetypes = 'CHAOS' | 'ORDER' | 'VIGOR' | 'SWAY' | 'FLOW' | 'ARCANE' | 'NEUTRAL'\n"
    "           | 'DOOM'\n"
    "           | 'WITHER' ;\n"
    "role       = ( roles ) => ROLE# ;\n"
    "roles      = 'DRAGON' | 'ELEMENTAL' | 'GAIAN' | 'MECHNOID' | 'MEGANIST' | 'NATURA'\n"
    "           | 'NIDAGYST'\n"
    "           | 'PHANTOM' | 'PRIMAL' | 'QIREAN' | 'RAPTOR' | 'UNDEAD' | 'VERA' | 'VOPROS'\n"
    "           | 'VEXEN'\n"
    "           | 'SORCERER' | 'SEEKER' | 'SECUTOR' | 'SEER' | 'SENTRY' | 'SHIFTER' | 'SNIPER'\n"
    "           | 'SLAYER' | 'SHAMAN' | 'SOVEREIGN' | 'SUMMONER' | 'STATION' | 'WALL'\n"
    "           | 'STALKER' ;\n"
    "manyroles  = 'DRAGONS' | 'ELEMENTALS' | 'GAIANS' | 'MECHNOIDS' | 'MEGANISTS' | 'NATURAS'\n"
    "           | 'NIDAGYSTS' | 'PHANTOMS' | 'PRIMALS' | 'QIREANS' | 'RAPTORS' | 'UNDEADS'\n"
    "           | 'VERAS'\n"
    "           | 'VOPROSES' | 'VEXENS' | 'SORCERERS' | 'SEEKERS' | 'SECUTORS' | 'SEERS'\n"
    "           | 'SENTRIES'\n"
    "           | 'SHIFTERS' | 'SNIPERS' | 'SLAYERS' | 'SHAMANS' | 'SOVEREIGNS' | 'SUMMONERS'\n"
    "           | 'STATIONS' | 'WALLS' | 'STALKERS' ;\n"
    "nonrole    = 'non-DRAGON' | 'non-ELEMENTAL' | 'non-GAIAN' | 'non-MECHNOID'\n"
    "           | 'non-MEGANIST' | 'non-NATURA' | 'non-NIDAGYST' | 'non-PHANTOM'\n"
    "           | 'non-PRIMAL' | 'non-QIREAN' | 'non-RAPTOR' | 'non-UNDEAD' | 'non-VERA'\n"
    "           | 'non-VOPROS' | 'non-VEXEN' | 'non-SORCERER' | 'non-SEEKER' | 'non-SECUTOR'\n"
    "           | 'non-SEER' | 'non-SENTRY' | 'non-SHIFTER' | 'non-SNIPER' | 'non-SLAYER'\n"
    "           | 'non-SHAMAN' | 'non-SOVEREIGN' | 'non-SUMMONER' | 'non-STATION'\n"
    "           | 'non-WALL' | 'non-STALKER' ;\n"
    "nonarchetype = 'non-CHAOS' | 'non-ORDER' | 'non-VIGOR' | 'non-SWAY' | 'non-FLOW'\n"
    "           | 'non-ARCANE' | 'non-NEUTRAL' | 'non-DOOM' | 'non-WITHER' ;\n"
    "eventrole  = 'CAST' | 'QUICK' | 'PERFECT' | 'COUNTER' | 'BOARD' ;\n"
    "conrole    = 'UNIT' | 'EVENT' ;\n"
    "\n";

static const struct op_name OPS[] = {
#define AS_NAME(name) { #name, W_##name },
    OVERSOUL_OPS(AS_NAME)
#undef AS_NAME
        { NULL, 0 },
};

static const struct sign_rule SIGNS[] = {
    { "●", 0, 1 }, { "*", 1, 0 }, { "➤", 1, 0 }, { ",", 1, 0 }, { "(", 0, 1 },
    { ")", 1, 0 }, { "+", 0, 1 }, { "-", 0, 1 }, { ".", 1, 0 }, { NULL, 0, 0 },
};

static const struct spelling SPELLINGS[] = {
    { "it's", "it is" },
    { "it’s", "it is" },
    { "isn't", "is not" },
    { "isn’t", "is not" },
    { "aren't", "are not" },
    { "aren’t", "are not" },
    { "**", "" },
    { "__", "" },
    { "_", "" },
    { "\\*", "*" },
    { "•", "●" },
    { "->", "➤" },
    { "=>", "➤" },
    { "→", "➤" },
    { "⇒", "➤" },
    { "►", "➤" },
    { "▶", "➤" },
    { ">", "➤" },
    { "›", "➤" },
    { "‐", "-" },
    { "‑", "-" },
    { "‒", "-" },
    { "–", "-" },
    { "—", "-" },
    { "―", "-" },
    { "−", "-" },
    { "’", "'" },
    { "‘", "'" },
    { "“", "\"" },
    { "”", "\"" },
    { "\u00A0", " " },
    { NULL, NULL },
};

static const char *const CAPITALISE_AFTER[] = { "●", "*", "➤", ".", NULL };

// Words that may be left out where the grammar lets them, as nothing else can be meant there: what
// joins clauses, each of which is one action (OVE-709); articles; the verb and the noun of "AURA*
// Has +1 DMG" and "Costs 1 less ENERGY" (OVE-R311); "a DMG of 2"; "only Once", as no limit is more;
// "Guard against it", as an Attacker is who is Guarded (OVE-514).
static const char *const FILLERS[] = { ",",      "&",  "and",  "or",      "then",  "but", "the",
                                       "a",      "an", "that", "those",   "its",   "Has", "have",
                                       "ENERGY", "of", "only", "against", "their", NULL };

static const struct advice ADVICE[] = {
    { "Attacked", "Attacker", "say it: behind ATTACK* that is the card Attacked" },
    { "Sacrificed", "named",
      "say for each of them: Sacrifice 2 Units➤ Draw 1 card for each of them" },
    { "Discarded", "named", "say for each of them: Discard X cards➤ Draw 1 card for each of them" },
    { "Attached", "Attacked", "say When a Construct Attached to this card Enters" },
    { "Sacrificed", "Selected", "say it, or its: Gain DMG equal to its DMG" },
    { "Discarded", "Selected", "say it, or its: Deal DMG equal to its RANK to 1 Unit" },
    { "Drawn", "Selected", "say it: Draw 1 card, it Costs 1 less ENERGY" },
    { "Shattered", "Selected", "say it: EXECUTE* Exile it" },
    { "For", "Gaze", "\"for each\" stands behind its number: Draw 1 card for each Unit" },
    { "Deals", "Gains", "say Deal DMG equal to its DMG to 1 opposing Unit" },
    { "After", "When", "say When or If: When this card Attacks*" },
    { "Fully", "Gaze", "say Heal it to full HP" },
    { "otherwise", "then", "a line has no alternatives; print two, each with its condition" },
    { "didn't", "has", "a turn is not remembered; say If this card Attacks*" },
    { "Exposes", "Draws", "players Draw, Discard and Sacrifice; say Expose your opponent's hand" },
    { "Returns", "Draws", "players Draw, Discard and Sacrifice; say Return 1 opposing Unit" },
    { "Exhausts", "Draws", "players Draw, Discard and Sacrifice; say Exhaust 1 opposing Unit" },
    { "Shatters", "Draws", "players Draw, Discard and Sacrifice; say Shatter 1 opposing Unit" },
    { "Exiles", "Draws", "players Draw, Discard and Sacrifice; say Exile 1 opposing Unit" },
    { "can't", "Draws", "say it of cards: Opposing Units can't Attack" },
    { ".", "if you do",
      "\"You can\" and \"if\" reach to the end of their line; say \", then\", or two lines" },
    { "target", "random", "say 1 opposing Unit, or Select 1 opposing Unit➤" },
    { ":", "*", "a Law ends with *" },
    { ":", "➤", "a Cost ends with ➤" },
    { "many", "card", "say X: Discard X cards➤ Draw X cards" },
    { "you", "your next cycle", "nothing is repeated until something is so; say how many" },
    { "at", "until", "what happens later has a line of its own: At the end of your turn*" },
    { "Healed", "Prepared", "say Heal 2 HP to it" },
    { "Shattered", "Prepared", "say Shatter it" },
    { "Exiled", "Prepared", "say Exile it" },
    { "Returned", "Prepared", "say Return it to its owner's hand" },
    { "put", "Shattered", "say Shattered, Sacrificed, Discarded or Returned" },
    { "only", "be", "say what it can't: Can't Attack Events or Leaders" },
    { "first", "top",
      "say If you Sacrifice a card (Once each turn)*, or Your next Event Consumes 1 less ENERGY "
      "behind such a Law" },
    { "Draw", "Activate", "\"You can\" stands in front of its whole line; print two lines" },
    { "Discard", "Activate", "\"You can\" stands in front of its whole line; print two lines" },
    { "Deal", "Activate", "\"You can\" stands in front of its whole line; print two lines" },
    { "Shatter", "Activate", "\"You can\" stands in front of its whole line; print two lines" },
    { "Return", "Activate", "\"You can\" stands in front of its whole line; print two lines" },
    { "Reactivate", "Activate", "\"You can\" stands in front of its whole line; print two lines" },
    { "NUMBER", "the Game",
      "players lose no points: ENERGY is taken as a Cost, Consume 2 opposing ENERGY➤, and HP by "
      "Deal 1 DMG to each Leader" },
    { "NUMBER", "it", "say its verb once more: Give this card GUARD & Give 1 Unit GUARD" },
    { "NUMBER", "TOTEMS", "say 1 TOTEM with 2 DMG, 2 SPD & 2 HP" },
    { "/", "DMG", "say +1 DMG & +1 HP" },
    { "opponent", "opponent's", "name the cards: by opposing Abilities, from 1 opposing Unit" },
    { "Shattered", "Costs", "say the Attacker" },
    { "Ability", "Selected",
      "say Cancel that Ability, behind a Law: QUICK (your opponent uses an Ability)*" },
    { "from", "for each", "where a card is stands in the Law: CAST (while in your Idle Zone)*" },
    { "Take", "Gaze", "no card changes boards (OVE-118); say Steal its Abilities" },
    { "copy", "Role", "say Select 1 Unit➤ Copy it" },
    { "are", "Enter", "say your Units also Become DRAGONS, behind a Law" },
    { "Draw", "Selected", "a line has no alternatives; clauses are joined by \"then\" or \"&\"" },
    { "Deal", "Selected", "a line has no alternatives; clauses are joined by \"then\" or \"&\"" },
    { "Heal", "Selected", "a line has no alternatives; clauses are joined by \"then\" or \"&\"" },
    { "Generate", "Selected",
      "a line has no alternatives; clauses are joined by \"then\" or \"&\"" },
    { "less", "DMG", "nothing lessens DMG; say BARRIER, or +1 HP" },
    { "Takes", "have",
      "nothing lessens DMG; say BARRIER, +1 HP, or Can't be Damaged by opposing Events" },
    { "When", "have",
      "a line has one Law, and an AURA lends texts in quotes: AURA* Have \"●SHATTER* Draw 1 "
      "card\"" },
    { "dies", "uses", "say is Shattered" },
    { "DMG", "Attacks & Abilities that Select",
      "say Has +DMG equal to ..., which is added to the DMG printed" },
    { "host", "Attached card", "say the Attached card" },
    { "player", "card", "say its owner" },
    { "times", "TOTEM", "say RITUAL (5 of your Units Attack)*" },
    { "next", "top", "say Your next Event Activated this turn Consumes 1 less ENERGY" },
    { "Players", "all players", "say it of cards: Events can't be Activated" },
    { "Generate", "Enters", "say Your +cards have +1 ENERGY" },
    { "Battle", "Become",
      "Units Battle by Attacking; say Deal DMG to it equal to this card's DMG" },
    { "the", "its", "say Select 1 Unit➤ Trigger its PERFECT Ability" },
    { "opponent's", "opposing", "say each opposing Unit" },
    { "enemy", "opposing", "say opposing" },
    { "upright", "Damaged", "say Activated" },
    { "Immune", "during", "say RESISTANT (to Events)" },
    { "is", "card", "say ISOLATED*, or \"this card is\"" },
    { "was", "has", "a turn is not remembered; say If a Unit is Shattered*" },
    { "twice", "three", "say ATTACK (Once each turn)* Reactivate this card" },
    { "to", "below", "where to is not asked; say can't be Returned" },
    { "to", "then", "say Discard 1 card➤ Draw 2 cards" },
    { "to", "from", "where to is not asked; say If a card is Returned*" },
    { "to", "Living", "say it of the card: If a Unit adjacent to this card Enters*" },
    { "where", "then", "say for each: +1 DMG for each card in your hand" },
    { "on", "Living", "name cards: for each CHAOS card on your board" },
    { "its", "them", "say for each Construct Attached to it" },
    { "Surrounding", "opposing", "say Cards surrounding this card" },
    { "front", "Zone", "say adjacent to, surrounding or directly behind this card" },
    { "Move", "Remove", "cards stay in their Zones (OVE-113)" },
    { "with", "Exhausted", "say Your TOTEMS have GUARD, or If your TOTEM Enters* Give it GUARD" },
    { "no", "one", "say can't be Damaged" },
    { "DMG", "owner", "say Set its DMG to 0" },
    { "SPD", "owner", "say Set its SPD to 0" },
    { "HP", "owner", "say Set its HP to 1" },
    { "additional", "original", "leave out \"additional\"" },
    { "yours", "your", "say all opposing Units" },
    { "Spawns", "Draws", "players Draw, Discard and Sacrifice; say Spawn 1 TOTEM" },
    { "Once", "ENTER", "a limit stands in the parentheses of a Law: CAST (Once each turn)*" },
    { "second", "Selected", "say If you Activate 2 cards*" },
    { "chooses", "Draws", "its player chooses; say Your opponent Sacrifices 1 Unit" },
    { "Whenever", "When", "say If: When is met by the last action alone (OVE-919)" },
    { "Exhausted", "EXHAUST", "say While Damaged & while Exhausted*" },
    { "Damaged", "EXHAUST", "say While Exhausted & while Damaged*" },
    { "Look", "Gaze", "say Gaze 3 at your Deck, or Expose your opponent's hand" },
    { "Reveal", "Gaze", "say Expose 1 card in your opponent's hand" },
    { "Choose", "Gaze", "say Select 1 Unit➤; a line has no alternatives" },
    { "Pay", "Gaze", "say Consume 2 ENERGY➤" },
    { "Destroy", "Gaze", "say Shatter 1 opposing Unit" },
    { "Search", "Gaze", "say Draw 1 DRAGON from your Deck" },
    { "Shuffle", "Gaze", "say Return all cards in your Idle Zone to your Deck" },
    { NULL, NULL, NULL },
};

const struct dialect_words oversoul_dialect = {
    .name             = "oversoul",
    .grammar          = GRAMMAR,
    .ops              = OPS,
    .signs            = SIGNS,
    .spellings        = SPELLINGS,
    .capitalise_after = CAPITALISE_AFTER,
    .line_start       = "●",
    .fillers          = FILLERS,
    .advice           = ADVICE,
};

// --- card files ---------------------------------------------------------------------------------

static const struct form_kind KINDS[] = {
    { "Unit", KIND_UNIT },
    { "Event", KIND_EVENT },
    { "Construct", KIND_CONSTRUCT },
    { "Leader Unit", KIND_LEADER_UNIT },
    { "Leader Event", KIND_LEADER_EVENT },
    { "Totem", KIND_TOTEM },
    { "Role", KIND_ROLE },
    { "Keyword", KIND_KEYWORD },
    { NULL, 0 },
};

static const struct form_tag TAGS[] = {
    { "DRAGON", DRAGON },
    { "ELEMENTAL", ELEMENTAL },
    { "GAIAN", GAIAN },
    { "MECHNOID", MECHNOID },
    { "MEGANIST", MEGANIST },
    { "NATURA", NATURA },
    { "NIDAGYST", NIDAGYST },
    { "PHANTOM", PHANTOM },
    { "PRIMAL", PRIMAL },
    { "QIREAN", QIREAN },
    { "RAPTOR", RAPTOR },
    { "UNDEAD", UNDEAD },
    { "VERA", VERA },
    { "VOPROS", VOPROS },
    { "VEXEN", VEXEN },
    { "SORCERER", SORCERER },
    { "SEEKER", SEEKER },
    { "SECUTOR", SECUTOR },
    { "SEER", SEER },
    { "SENTRY", SENTRY },
    { "SHIFTER", SHIFTER },
    { "SNIPER", SNIPER },
    { "SLAYER", SLAYER },
    { "SHAMAN", SHAMAN },
    { "SOVEREIGN", SOVEREIGN },
    { "SUMMONER", SUMMONER },
    { "STATION", STATION },
    { "WALL", WALL },
    { "STALKER", STALKER },
    { "CAST", TAG_EVENT_ROLE + ROLE_CAST },
    { "QUICK", TAG_EVENT_ROLE + ROLE_QUICK },
    { "PERFECT", TAG_EVENT_ROLE + ROLE_PERFECT },
    { "COUNTER", TAG_EVENT_ROLE + ROLE_COUNTER },
    { "BOARD", TAG_EVENT_ROLE + ROLE_BOARD },
    { "UNIT", TAG_UNIT_CONSTRUCT },
    { "EVENT", TAG_EVENT_CONSTRUCT },
    { "CHAOS", TAG_ARCHETYPE + CHAOS },
    { "ORDER", TAG_ARCHETYPE + ORDER },
    { "VIGOR", TAG_ARCHETYPE + VIGOR },
    { "SWAY", TAG_ARCHETYPE + SWAY },
    { "FLOW", TAG_ARCHETYPE + FLOW },
    { "ARCANE", TAG_ARCHETYPE + ARCANE },
    { "NEUTRAL", TAG_ARCHETYPE + NEUTRAL },
    { "DOOM", TAG_ARCHETYPE + DOOM },
    { "WITHER", TAG_ARCHETYPE + WITHER },
    { "common", TAG_COMMON },
    { "rare", TAG_RARE },
    { "elite", TAG_ELITE },
    { "cosmic", TAG_COSMIC },
    { NULL, 0 },
};

// Ranges by the table of rules.md, 6.1.
static const struct form_field FIELDS[] = {
    { "rank", FIELD_RANK, FORM_ROMAN, 1, 5 }, { "energy", FIELD_ENERGY, FORM_SIGNED, -12, 3 },
    { "DMG", FIELD_DMG, FORM_NUMBER, 0, 9 },  { "SPD", FIELD_SPD, FORM_NUMBER, 0, 5 },
    { "HP", FIELD_HP, FORM_NUMBER, 1, 30 },   { NULL, 0, 0, 0, 0 },
};

const struct card_form oversoul_form = {
    .kinds      = KINDS,
    .tags       = TAGS,
    .fields     = FIELDS,
    .start_rule = "line",
    .check      = oversoul_check_card,
};
