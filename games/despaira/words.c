// words.c - Despaira's vocabulary: the grammar of its card text (rules.md, section 6) with the
// meaning of each phrase, and the form of its card files.
#include "games/despaira/words.h"

#include <assert.h>

// The whole grammar is one text; ISO C only promises 4095 bytes, every compiler takes more.
#pragma GCC diagnostic ignored "-Woverlength-strings"

static const char GRAMMAR[] =
    "line      = '●' [ [ ( tag ) => TAG# ] title ':' ] body ;\n"
    "tag       = 'Instant –' | 'Chain –' | 'Trigger –' | 'Continuous –' ;\n"
    "title     = WORD { WORD } => TITLE ;\n"
    "body      = [ ( limit ) ',' => LIMIT# ] [ trap '.' | trigger ',' ] part { '.' part } ;\n"
    "limit     = 'once per turn' | 'twice per turn' | 'once per game' | 'only in the Battle Phase' "
    ";\n"
    "trap      = 'activate when' event => TRAP ;\n"
    "trigger   = 'when' event => WHEN | ( at ) => AT# ;\n"
    "at        = 'at the start of your turn' | 'at the end of your turn'\n"
    "          | 'at the start of your opponent\\'s turn' ;\n"
    "part      = sentence | replace | 'Fusion of' NUMBER group { 'and' NUMBER group } => MATERIALS "
    ";\n"
    "sentence  = [ 'while' condition ',' => WHILE ] [ 'if' condition ',' => IF ] [ 'you may' => "
    "MAY ]\n"
    "            clause { 'and' clause } => SENTENCE ;\n"
    "replace   = [ 'while this card is on the field' ',' => ON_FIELD ] 'if your Leader would take "
    "damage' ','\n"
    "            'put that many hundreds of' NAME counters 'on this card instead' [ '(' 'round up' "
    "')' => ROUND_UP ]\n"
    "            => REPLACE ;\n"
    "clause    = ( effect | static ) ;\n"
    "\n"
    "effect    = 'pay' NUMBER crystal => PAY\n"
    "          | 'target' [ 'up to' => UP_TO ] how_many group [ ',' 'each adjacent to the one "
    "before "
    "it' => CHAINED ]\n"
    "            => SELECT\n"
    "          | 'select' [ 'up to' => UP_TO ] how_many group => SELECT=1\n"
    "          | 'target' ( 'a' | 'an' ) group => SELECT=2 | 'select' ( 'a' | 'an' ) group => "
    "SELECT=3\n"
    "          | 'choose' ( 'a' | 'an' ) group => CHOOSE=1\n"
    "          | 'choose' [ 'up to' => UP_TO ] how_many group => CHOOSE\n"
    "          | ( 'name 1' | 'name one' ) link [ 'your opponent activated' => OPPOSING_LINK ]\n"
    "            'in this chain' => NAME_LINK\n"
    "          | ( 'name 1' | 'name one' ) link [ 'your opponent activated' => OPPOSING_LINK ]\n"
    "            => NAME_LINK=1\n"
    "          | 'negate' object => NEGATE\n"
    "          | ( 'counter that attack' | 'counter that move' | 'counter that spawn'\n"
    "            | 'that attack misses' | 'stop that attack' ) => COUNTER_ACTION#\n"
    "          | 'that ability misses' => MISSES\n"
    "          | 'deal' NUMBER [ 'unavoidable' => UNAVOIDABLE ] 'damage to' object [ per ] => "
    "DEAL\n"
    "          | 'this ability is unavoidable' => UNAVOIDABLE\n"
    "          | 'destroy' object => DESTROY | 'destroy' how_many group => DESTROY=1\n"
    "          | 'sacrifice' how_many group => SACRIFICE=2\n"
    "          | 'send' how_many group 'to the graveyard' => SACRIFICE=3\n"
    "          | 'sacrifice' object => SACRIFICE | 'send' object 'to the graveyard' => "
    "SACRIFICE=1\n"
    "          | 'exile' some => EXILE | 'cast out' some => EXILE=1 | 'send' some 'to the "
    "Void' => EXILE=2\n"
    "          | 'archive' some => ARCHIVE\n"
    "          | 'return' some tohand => RETURN=0 | 'return' some 'to the deck' => RETURN=1\n"
    "          | 'return' some 'to the top of the deck' => RETURN=2\n"
    "          | 'return' some 'to the bottom of the deck' => RETURN=3\n"
    "          | 'shuffle' some 'into the deck' => RETURN=1\n"
    "          | 'draw' how_many cards => DRAW | they 'draws' how_many cards => DRAW\n"
    "          | 'draw a card' => DRAW=1 | they 'draws a card' => DRAW=1\n"
    "          | 'discard' how_many cards [ 'at random' => AT_RANDOM ] => DISCARD\n"
    "          | they 'discards' how_many cards [ 'at random' => AT_RANDOM ] => DISCARD\n"
    "          | 'discard' ( ( 'it' | 'them' ) => PICKED# ) => DISCARD\n"
    "          | 'mill' how_many cards => MILL | they 'mills' how_many cards => MILL\n"
    "          | 'search your deck for' how_many group => SEARCH\n"
    "          | 'search your deck for' ( 'a' | 'an' ) group => SEARCH\n"
    "          | 'search your graveyard for' how_many group => SEARCH=1\n"
    "          | 'search your graveyard for' ( 'a' | 'an' ) group => SEARCH=1\n"
    "          | 'reveal' object => REVEAL | 'look at' object => LOOK\n"
    "          | 'look at your opponent\\'s hand' => LOOK_HAND=0\n"
    "          | 'reveal your hand' => LOOK_HAND=1 | 'reveal your opponent\\'s hand' => "
    "LOOK_HAND=2\n"
    "          | 'your opponent reveals their hand' => LOOK_HAND=3\n"
    "          | 'reveal the top' topcards => TOP=0 | 'look at the top' topcards => TOP=1\n"
    "          | 'gain' NUMBER crystal => CRYSTALS=0 | 'lose' NUMBER crystal => CRYSTALS=1\n"
    "          | 'your opponent loses' NUMBER crystal => CRYSTALS=2 | 'steal' NUMBER crystal => "
    "CRYSTALS=3\n"
    "          | 'gain' NUMBER ( 'Spawn Point' | 'Spawn Points' ) => POINTS\n"
    "          | 'Miracle Spawn' object [ 'adjacent to this card' => BESIDE ] [ inmode ] => "
    "MIRACLE\n"
    "          | 'perform the Ritual of' NAME => RITUAL\n"
    "          | 'create' NUMBER NAME ( 'token' | 'tokens' ) [ 'adjacent to this card' => BESIDE ] "
    "=> CREATE\n"
    "          | 'restore' NUMBER 'HP to' object [ per ] => RESTORE | 'heal' object 'by' NUMBER => "
    "RESTORE=1\n"
    "          | 'restore' NUMBER 'HP of' object => RESTORE=2 | 'heal' NUMBER 'HP of' object => "
    "RESTORE=3\n"
    "          | 'heal' NUMBER 'to' object => RESTORE=4\n"
    "          | 'restore the shield of' object => SHIELD | 'restore' whose 'shield' => SHIELD=1\n"
    "          | 'boost' object 'by' NUMBER stats [ per ] [ duration ] => BOOST\n"
    "          | 'boost' whose stats 'by' NUMBER [ per ] [ duration ] => BOOST=1\n"
    "          | 'nerf' whose stats 'by' NUMBER [ per ] [ duration ] => NERF=1\n"
    "          | 'increase' whose stats 'by' NUMBER [ per ] => INCREASE=1\n"
    "          | 'decrease' whose stats 'by' NUMBER [ per ] => DECREASE=1\n"
    "          | 'boost all' whose allstats 'by' NUMBER [ per ] [ duration ] => BOOST=4\n"
    "          | 'nerf all' whose allstats 'by' NUMBER [ per ] [ duration ] => NERF=4\n"
    "          | 'increase all' whose allstats 'by' NUMBER [ per ] => INCREASE=2\n"
    "          | 'decrease all' whose allstats 'by' NUMBER [ per ] => DECREASE=2\n"
    "          | 'nerf' object 'by' NUMBER stats [ per ] [ duration ] => NERF\n"
    "          | 'boost' stats 'of' object 'by' NUMBER [ per ] [ duration ] => BOOST=2\n"
    "          | 'nerf' stats 'of' object 'by' NUMBER [ per ] [ duration ] => NERF=2\n"
    "          | object isare 'boosted by' NUMBER stats [ per ] duration => BOOST=3\n"
    "          | object isare 'nerfed by' NUMBER stats [ per ] duration => NERF=3\n"
    "          | 'increase' stats 'of' object 'by' NUMBER [ per ] => INCREASE\n"
    "          | 'decrease' stats 'of' object 'by' NUMBER [ per ] => DECREASE\n"
    "          | object stat ( 'becomes' | 'become' ) NUMBER [ duration ] => BECOMES\n"
    "          | object ( 'gains' | 'gain' ) stat NUMBER [ '(' NUMBER ')' => RANGE | 'range' "
    "NUMBER => RANGE=1 "
    "] [ duration ] => GAINS_STAT\n"
    "          | object ( 'gains' | 'gain' ) QUOTE(line) [ duration ] => GAINS\n"
    "          | 'move' object [ 'up to' ] NUMBER ( 'tile' | 'tiles' ) => MOVE\n"
    "          | 'shift' object 'to' object => SHIFT | 'place' object 'on' object => SHIFT=1\n"
    "          | 'swap' object [ 'and' object ] => SWAP\n"
    "          | object 'may move again' [ 'this turn' ] => AGAIN=0\n"
    "          | object 'may attack again' [ 'this turn' ] => AGAIN=1\n"
    "          | 'switch' object 'to Attack Mode' => MODE=0 | 'switch' object 'to Defence Mode' => "
    "MODE=1\n"
    "          | 'flip' object 'face up' => FLIP=0 | 'flip' object 'face down' => FLIP=1\n"
    "          | 'hide' object => FLIP=2\n"
    "          | 'take control of' some [ duration ] => CONTROL\n"
    "          | 'change' object 'to' tiletype [ duration ] => TILE\n"
    "          | 'equip this card to' object => EQUIP\n"
    "          | 'attach' object 'to' object => ATTACH | 'detach' object => DETACH\n"
    "          | 'put' NUMBER NAME counters 'on' object => PUT\n"
    "          | 'put' NUMBER 'timer' counters 'on' object => TIMERS=0\n"
    "          | 'remove' NUMBER 'timer' counters 'from' object => TIMERS=1\n"
    "          | 'lengthen the effects on' object 'by' NUMBER turn => LENGTHEN\n"
    "          | 'lengthen' object 'by' NUMBER turn => LENGTHEN=1\n"
    "          | 'widen' object 'by' NUMBER ( 'tile' | 'tiles' ) [ duration ] => WIDEN\n"
    "          | 'ignore all stat changes of' object [ duration ] => IGNORE\n"
    "          | 'remove' NUMBER NAME counters 'from' object => REMOVE\n"
    "          | 'remove all' NAME counters 'from' object => REMOVE=1\n"
    "          | ( 'prevent the next' | 'reduce the next' ) NUMBER 'damage to' object [ duration ] "
    "=> PREVENT\n"
    "          | 'prevent all damage to' object [ duration ] => PREVENT_ALL\n"
    "          | 'no damage is dealt to' object [ duration ] => PREVENT_ALL=1\n"
    "          | 'prevent statuses on' object [ duration ] => SHELTER\n"
    "          | 'halve the damage dealt to' object [ duration ] => HALVE\n"
    "          | 'no surplus damage is dealt' [ duration ] => NO_SURPLUS\n"
    "          | 'recharge' object => RECHARGE | 'roll a die' => ROLL | 'toss a coin' => TOSS\n"
    "          | 'you win the game' => WIN=0 | 'your opponent wins the game' => WIN=1\n"
    "          | ( ( status ) => AFFLICTION# ) turns object => STATUS\n"
    "          | ( ( status ) => AFFLICTION# ) object turns => STATUS\n"
    "          | ( 'burn' => AFFLICTION=0 ) object 'by' NUMBER 'for' NUMBER turn => STATUS\n"
    "          | ( 'burn' => AFFLICTION=0 ) NUMBER 'for' NUMBER turn object => STATUS=1\n"
    "          | 'remove' ( ( anystatus ) => AFFLICTION# ) 'from' object => CURE\n"
    "          | object ( 'loses' | 'lose' ) NUMBER 'HP' => LOSE_HP ;\n"
    "static    = object isare 'boosted by' NUMBER stats [ per ] [ having ] => S_BOOST\n"
    "          | object isare 'nerfed by' NUMBER stats [ per ] [ having ] => S_NERF\n"
    "          | object ( 'has' | 'have' ) QUOTE(line) => S_HAS\n"
    "          | object 'may attack from' NUMBER 'tiles away' [ duration ] => S_REACH\n"
    "          | object 'may be sacrificed' => S_FODDER\n"
    "          | object 'cannot' forbidden [ 'or' forbidden ] [ duration ] => CANNOT\n"
    "          | object ( 'deals' | 'deal' ) NUMBER 'more damage' [ duration ] => STRENGTH\n"
    "          | object ( 'takes' | 'take' ) NUMBER 'less damage' [ duration ] => TOUGHNESS\n"
    "          | 'its effects remain after it is destroyed' => REMAINS ;\n"
    "doing     = 'move' | 'attack' | 'be targeted' | 'be destroyed' | 'counter-attack'\n"
    "          | 'get statuses' | 'have its stats changed' | 'be targeted by opposing tricks' ;\n"
    "forbidden = ( doing ) => DOING# | 'be targeted by your opponent\\'s tricks' => DOING=7 ;\n"
    "some      = object | how_many group ;\n"
    "tohand    = 'to the hand' | 'to its owner\\'s hand' | 'to their owners\\' hands' ;\n"
    "topcards  = ( NUMBER cards | 'card' ) ( 'of your deck' | 'of your opponent\\'s deck' => THEY "
    ") ;\n"
    "link      = [ 'trick' => OF_TRICK | 'creature' => OF_CREATURE ] 'link' ;\n"
    "allstats  = 'stats' => STAT=6 ;\n"
    "whose     = 'its' => PRONOUN=12 | 'their' => PRONOUN=2 ;\n"
    "having    = 'while' ( 'they have' | 'it has' ) stat => HAVING ;\n"
    "isare     = 'is' | 'are' ;\n"
    "they      = 'your opponent' => THEY ;\n"
    "crystal   = 'Magic Crystal' | 'Magic Crystals' ;\n"
    "cards     = 'card' | 'cards' ;\n"
    "counters  = 'counter' | 'counters' ;\n"
    "turn      = 'turn' | 'turns' ;\n"
    "turns     = 'for' NUMBER turn => TURNS ;\n"
    "status    = 'burn' | 'poison' | 'freeze' | 'paralyse' | 'root' | 'silence' ;\n"
    "anystatus = 'all statuses' | 'Burn' | 'Poison' | 'Freeze' | 'Paralyse' | 'Root' | 'Silence' "
    ";\n"
    "per       = 'for each' ( 'pip' => PIPS | NAME 'counter on' object | group ) => PER ;\n"
    "inmode    = ( 'in Attack Mode' | 'in Defence Mode' ) => IN_MODE# ;\n"
    "duration  = 'until the end of the turn' => DURATION=0 | 'until your next turn' => DURATION=1\n"
    "          | 'for' NUMBER turn => DURATION=2 | 'while this card is on the field' => "
    "DURATION=3\n"
    "          | 'permanently' => DURATION=4 ;\n"
    "stats     = stat { 'and' stat } | 'all stats' => STAT=6 ;\n"
    "stat      = ( statname ) => STAT# ;\n"
    "statname  = 'ATK' | 'HP' | 'CATK' | 'RATK' | 'DEF' | 'HL' ;\n"
    "\n"
    "object    = ( pronoun ) => PRONOUN#\n"
    "          | [ 'all' => ALL | 'each' => ALL=1 | 'a' => ONE | 'an' => ONE=1 ] group ;\n"
    "pronoun   = 'this card' | 'it' | 'them' | 'each' | 'that creature' | 'that card' | 'the "
    "attacker'\n"
    "          | 'the equipped creature' | 'your Leader' | 'your opponent\\'s Leader' | 'this "
    "tile' | 'that tile'\n"
    "          | 'its' | 'the opponent\\'s Leader' | 'that trick' ;\n"
    "group     = { adj } ( ( noun ) => NOUN# | kin | ( kins ) => KIN# ) { post } => GROUP ;\n"
    "noun      = 'creature' | 'trick' | 'card' | 'tile' | 'token' | 'creature card' | 'trick card' "
    "| 'Leader'\n"
    "          | 'attached card' | 'creatures' | 'tricks' | 'cards' | 'tiles' | 'tokens' | "
    "'creature cards'\n"
    "          | 'trick cards' | 'Leaders' | 'attached cards' ;\n"
    "adj       = ( adjword ) => ADJ# | element | kin | tiletype | ( class ) 'class' => CLASS# | "
    "NAME ;\n"
    "adjword   = 'opposing' | 'other' | 'face-up' | 'hidden' | 'damaged' | 'free' | 'adjacent' ;\n"
    "element   = ( elements ) => ELEMENT# ;\n"
    "elements  = 'Dark' | 'Light' | 'Earth' | 'Water' | 'Ice' | 'Fire' | 'Toxic' | 'Wind' | "
    "'Thunder' | 'Normal' ;\n"
    "tiletype  = ( tiletypes ) => TILE_TYPE# ;\n"
    "tiletypes = 'Abyss' | 'Realm of Light' | 'Forest' | 'Ocean' | 'Sub-Zero' | 'Burning Lands'\n"
    "          | 'Toxic Wasteland' | 'Mountain' | 'Thunder Cloud' | 'Plain Fields' | 'Sanctum' ;\n"
    "kin       = ( kinone ) => KIN# ;\n"
    "kinone    = 'Angel' | 'Aquatic' | 'Assassin' | 'Avian' | 'Beast' | 'Construct' | 'Demon' | "
    "'Dragon'\n"
    "          | 'Elemental' | 'Faerie' | 'Giant' | 'Goblin' | 'Insect' | 'Knight' | 'Machine' | "
    "'Mage' | 'Plant'\n"
    "          | 'Reptile' | 'Spirit' | 'Undead' | 'Warrior' ;\n"
    "kins      = 'Angels' | 'Aquatics' | 'Assassins' | 'Avians' | 'Beasts' | 'Constructs' | "
    "'Demons' | 'Dragons'\n"
    "          | 'Elementals' | 'Faeries' | 'Giants' | 'Goblins' | 'Insects' | 'Knights' | "
    "'Machines' | 'Mages'\n"
    "          | 'Plants' | 'Reptiles' | 'Spirits' | 'Undeads' | 'Warriors' ;\n"
    "class     = 'Target' | 'Equip' | 'Evade' | 'Unavoidable' | 'Trap' | 'Counter' | 'Terrain' | "
    "'Area Radius'\n"
    "          | 'Damage' | 'Ranged' | 'Spawn' | 'Timer' | 'Infinite' | 'Recharge' | 'Stats' | "
    "'Resource'\n"
    "          | 'Movement' | 'Effect' | 'Void' | 'Status Effect' | 'Protect' ;\n"
    "post      = 'you control' => CONTROLLED=0 | 'your opponent controls' => CONTROLLED=1\n"
    "          | 'within' NUMBER ( 'tile' | 'tiles' ) => WITHIN | 'anywhere' => ANYWHERE\n"
    "          | 'adjacent to' object => NEXT_TO\n"
    "          | 'in radius' NUMBER 'around' object => AROUND\n"
    "          | ( zone ) => IN_ZONE# | ( lineof ) => LINE_OF#\n"
    "          | 'on your side' => ON_SIDE=0 | 'on your opponent\\'s side' => ON_SIDE=1\n"
    "          | 'on their side' => ON_SIDE=2\n"
    "          | 'with lore' => WITH_LORE | 'with a status' => WITH_STATUS\n"
    "          | 'with' NUMBER 'or less' stat => WITH_STAT=0 | 'with' NUMBER 'or more' stat => "
    "WITH_STAT=1\n"
    "          | 'of level' NUMBER [ 'or less' => OR_LESS | 'or more' => OR_MORE ] => OF_LEVEL\n"
    "          | inmode | 'attached to this card' => ATTACHED_HERE | 'with' NAME 'counters' => "
    "WITH_COUNTERS ;\n"
    "zone      = 'in your hand' | 'in your deck' | 'in your graveyard' | 'in your Void' | 'in your "
    "Archive'\n"
    "          | 'in your opponent\\'s hand' | 'in your opponent\\'s graveyard' | 'in your "
    "opponent\\'s Void'\n"
    "          | 'in your opponent\\'s Archive' | 'in a graveyard' ;\n"
    "lineof    = 'in the row of this card' | 'in the column of this card' | 'in front of this "
    "card'\n"
    "          | 'behind this card' ;\n"
    "\n"
    "condition = 'you control no' group => CONTROLS=2\n"
    "          | 'your opponent controls no' group => CONTROLS=3\n"
    "          | 'you control' [ NUMBER 'or more' ] [ 'a' | 'an' ] group => CONTROLS=0\n"
    "          | 'your opponent controls' [ NUMBER 'or more' ] [ 'a' | 'an' ] group => CONTROLS=1\n"
    "          | 'there are' NUMBER 'or more cards' ( ( zone ) => IN_ZONE# ) => THERE\n"
    "          | ( 'this card is on a' | 'this card is on an' ) tiletype 'tile' => ON_TILE\n"
    "          | 'your Leader has' NUMBER 'HP or less' => LEADER_HP\n"
    "          | NUMBER 'or more Magic Crystals are in your inventory' => HAS_CRYSTALS\n"
    "          | 'this is link' NUMBER 'or later' => NTH_LINK\n"
    "          | 'this is the' NUMBER ( 'st' | 'nd' | 'rd' | 'th' ) 'link or later' => NTH_LINK=1\n"
    "          | 'it is' [ 'a' | 'an' ] group => IT_IS\n"
    "          | 'the target is' [ 'a' | 'an' ] group => IT_IS=1\n"
    "          | ( 'it is hidden' | 'it is in Attack Mode' | 'it is in Defence Mode'\n"
    "            | 'the target is hidden' | 'the target is in Attack Mode'\n"
    "            | 'the target is in Defence Mode' ) => IT_STANDS#\n"
    "          | ( 'this card is in Attack Mode' | 'this card is in Defence Mode' ) => STANDS#\n"
    "          | 'this card is on the field' => HERE\n"
    "          | object 'has' NUMBER 'or more' NAME counters => HAS_COUNTERS\n"
    "          | 'the coin shows heads' => HEADS=1 | 'the coin shows tails' => HEADS=0\n"
    "          | 'it shows heads' => HEADS=1 | 'it shows tails' => HEADS=0\n"
    "          | ( 'the die shows' | 'it shows' ) NUMBER 'or more' => DIE ;\n"
    "event     = object happens => EVENT ;\n"
    "happens   = ( happening ) => HAPPENS# | ( 'enters a' | 'enters an' ) tiletype 'tile' => "
    "HAPPENS=15\n"
    "          | 'enters within' NUMBER ( 'tile' | 'tiles' ) => HAPPENS=16 | 'overlaps this card' "
    "=> HAPPENS=17\n"
    "          | 'is overlapped' => HAPPENS=18 | 'is targeted' => HAPPENS=19 | 'is equipped' => "
    "HAPPENS=20\n"
    "          | 'would move' => HAPPENS=21 | 'would be spawned' => HAPPENS=22\n"
    "          | 'attacks' => HAPPENS=7\n"
    "          | 'is locked down at the start of your opponent\\'s turn' => HAPPENS=28 ;\n"
    "happening = 'is spawned' | 'is Normal Spawned' | 'is Miracle Spawned' | 'is flipped face up'\n"
    "          | 'is destroyed' | 'is sacrificed' | 'leaves the field' | 'declares an attack' | "
    "'is attacked'\n"
    "          | 'battles' | 'destroys a creature in battle' | 'deals damage to a Leader' | 'takes "
    "damage'\n"
    "          | 'survives an attack' | 'moves' ;\n"
    "event    |= 'your opponent' ( 'activates a trick' => HAPPENS=23 | 'activates a creature "
    "ability' => HAPPENS=24\n"
    "          | 'draws by an ability' => HAPPENS=25 | 'draws a card by an ability' => HAPPENS=25\n"
    "          | 'Normal Spawns a creature' => HAPPENS=1 | 'Miracle Spawns a creature' => "
    "HAPPENS=2\n"
    "          | 'spawns a creature' => HAPPENS=0 | "
    "'attacks' "
    "=> HAPPENS=7\n"
    "          | 'moves a card' => HAPPENS=14 | 'moves a creature' => HAPPENS=14 | 'moves' => "
    "HAPPENS=14\n"
    "          | 'spawns' => HAPPENS=0 | 'declares an attack' => HAPPENS=7 ) => EVENT\n"
    "          | 'a counter is put on this card' => HAPPENS=26 | 'a counter is removed from this "
    "card' => HAPPENS=27 ;\n";

static const struct op_name OPS[] = {
#define AS_NAME(name) { #name, W_##name },
    DESPAIRA_OPS(AS_NAME)
#undef AS_NAME
        { NULL, 0 },
};

static const struct sign_rule SIGNS[] = {
    { "●", 0, 1 }, { ".", 1, 0 }, { ",", 1, 0 }, { ":", 1, 0 },
    { "(", 0, 1 }, { ")", 1, 0 }, { "–", 0, 0 }, { NULL, 0, 0 },
};
static const struct spelling SPELLINGS[] = {
    { "**", "" }, { "•", "●" },  { "—", "–" },  { "’", "'" },
    { "‘", "'" }, { "“", "\"" }, { "”", "\"" }, { NULL, NULL },
};
static const char *const CAPITALISE_AFTER[] = { "●", ".", ":", NULL };
static const char *const FILLERS[]          = { ",", "and", "a", "an", "it", NULL };

const struct dialect_words despaira_dialect = {
    .name             = "despaira",
    .grammar          = GRAMMAR,
    .ops              = OPS,
    .signs            = SIGNS,
    .spellings        = SPELLINGS,
    .capitalise_after = CAPITALISE_AFTER,
    .line_start       = "●",
    .fillers          = FILLERS,
};

const char *const despaira_elements[]   = { "Dark",  "Light", "Earth",   "Water",  "Ice", "Fire",
                                            "Toxic", "Wind",  "Thunder", "Normal", NULL };
const char *const despaira_tile_types[] = {
    "Abyss",         "Realm of Light", "Forest",          "Ocean",
    "Sub-Zero",      "Burning Lands",  "Toxic Wasteland", "Mountain",
    "Thunder Cloud", "Plain Fields",   "Sanctum",         NULL,
};

const char *const despaira_classes[] = {
    "Target",      "Equip",    "Evade",    "Unavoidable", "Trap",  "Counter",       "Terrain",
    "Area Radius", "Damage",   "Ranged",   "Spawn",       "Timer", "Infinite",      "Recharge",
    "Stats",       "Resource", "Movement", "Effect",      "Void",  "Status Effect", "Protect",
};
static_assert(COUNT(despaira_classes) == CLASS_COUNT, "one word for each class");

// --- card files ---------------------------------------------------------------------------------

static const struct form_kind KINDS[] = {
    { "Leader", KIND_LEADER },
    { "Creature", KIND_CREATURE },
    { "Trick", KIND_TRICK },
    { "Token", KIND_TOKEN },
    { NULL, 0 },
};

static const struct form_tag TAGS[] = {
    { "Dark", DARK },
    { "Light", LIGHT },
    { "Earth", EARTH },
    { "Water", WATER },
    { "Ice", ICE },
    { "Fire", FIRE },
    { "Toxic", TOXIC },
    { "Wind", WIND },
    { "Thunder", THUNDER },
    { "Normal", NORMAL },
#define KIN(n, word)                                                                               \
    {                                                                                              \
        word, TAG_KIN + (n)                                                                        \
    }
    KIN(0, "Angel"),
    KIN(1, "Aquatic"),
    KIN(2, "Assassin"),
    KIN(3, "Avian"),
    KIN(4, "Beast"),
    KIN(5, "Construct"),
    KIN(6, "Demon"),
    KIN(7, "Dragon"),
    KIN(8, "Elemental"),
    KIN(9, "Faerie"),
    KIN(10, "Giant"),
    KIN(11, "Goblin"),
    KIN(12, "Insect"),
    KIN(13, "Knight"),
    KIN(14, "Machine"),
    KIN(15, "Mage"),
    KIN(16, "Plant"),
    KIN(17, "Reptile"),
    KIN(18, "Spirit"),
    KIN(19, "Undead"),
    KIN(20, "Warrior"),
#undef KIN
    { "Instant", TAG_INSTANT },
    { "Chain", TAG_CHAIN },
#define CLASS(name, word)                                                                          \
    {                                                                                              \
        word, TAG_CLASS + CLASS_##name                                                             \
    }
    CLASS(TARGET, "Target"),
    CLASS(EQUIP, "Equip"),
    CLASS(EVADE, "Evade"),
    CLASS(UNAVOIDABLE, "Unavoidable"),
    CLASS(TRAP, "Trap"),
    CLASS(COUNTER, "Counter"),
    CLASS(TERRAIN, "Terrain"),
    CLASS(AREA_RADIUS, "Area Radius"),
    CLASS(DAMAGE, "Damage"),
    CLASS(RANGED, "Ranged"),
    CLASS(SPAWN, "Spawn"),
    CLASS(TIMER, "Timer"),
    CLASS(INFINITE, "Infinite"),
    CLASS(RECHARGE, "Recharge"),
    CLASS(STATS, "Stats"),
    CLASS(RESOURCE, "Resource"),
    CLASS(MOVEMENT, "Movement"),
    CLASS(EFFECT, "Effect"),
    CLASS(VOID, "Void"),
    CLASS(STATUS, "Status Effect"),
    CLASS(PROTECT, "Protect"),
#undef CLASS
    { "God", TAG_GOD },
    { "Devil", TAG_DEVIL },
    { "Ritual", TAG_RITUAL },
    { "Fusion", TAG_FUSION },
    { NULL, 0 },
};
static_assert(TAG_COUNT <= 64, "tags are bits of one number");

// Ranges by the table of rules.md, section 6, with room for cards of scenarios.
static const struct form_field FIELDS[] = {
    { "LV", FIELD_LEVEL, FORM_NUMBER, 0, 20 },
    { "ATK", FIELD_ATK, FORM_NUMBER, 0, 5000 },
    { "HP", FIELD_HP, FORM_NUMBER, 50, 9000 },
    { "CATK", FIELD_CATK, FORM_NUMBER, 0, 5000 },
    { "RATK", FIELD_RATK, FORM_NUMBER, 0, 5000 },
    { "range", FIELD_RANGE, FORM_NUMBER, 2, 9 },
    { "DEF", FIELD_DEF, FORM_NUMBER, 50, 5000 },
    { "HL", FIELD_HL, FORM_NUMBER, 50, 5000 },
    { "timer", FIELD_TIMER, FORM_NUMBER, 1, 9 },
    { "No", FIELD_NUMBER, FORM_NUMBER, 1, 9999 },
    { NULL, 0, 0, 0, 0 },
};

static unsigned count_bits(uint64_t tags, unsigned first, unsigned count)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < count; i++) sum += (unsigned)(tags >> (first + i) & 1);
    return sum;
}

static bool check_numbers(const struct card_def *def, struct error *err)
{
    const struct place nowhere = { 0 };
    for (unsigned f = FIELD_ATK; f <= FIELD_HL; f++)
        if (def->fields_set >> f & 1 && def->field[f] % 50)
            return fail(err, NOT_ALLOWED, nowhere, "stats are whole multiples of 50 (DES-125)");
    if ((def->fields_set >> FIELD_RATK & 1) != (def->fields_set >> FIELD_RANGE & 1))
        return fail(err, BAD_INPUT, nowhere, "RATK is printed with its range (DES-704)");
    return true;
}

static bool check_creature(const struct card_def *def, struct error *err)
{
    const struct place nowhere = { 0 };
    if (count_bits(def->tags, TAG_ELEMENT, ELEMENT_COUNT) != 1)
        return fail(err, BAD_INPUT, nowhere, "%s: exactly one element (DES-223)", def->name);
    if (def->kind != KIND_LEADER && count_bits(def->tags, TAG_KIN, KIN_COUNT) != 1)
        return fail(err, BAD_INPUT, nowhere, "%s: exactly one creature type (DES-255)", def->name);
    if (!(def->fields_set >> FIELD_HP & 1))
        return fail(err, BAD_INPUT, nowhere, "%s: HP must be printed (DES-707)", def->name);
    if (def->kind != KIND_LEADER && !(def->fields_set >> FIELD_LEVEL & 1))
        return fail(err, BAD_INPUT, nowhere, "%s: a level must be printed (DES-111)", def->name);
    if (def->kind == KIND_LEADER && def->line_count > 1)
        return fail(err, BAD_INPUT, nowhere, "%s: a Leader has at most one ability (DES-116)",
                    def->name);
    return true;
}

static bool check_trick(const struct card_def *def, struct error *err)
{
    const struct place nowhere = { 0 };
    unsigned types = count_bits(def->tags, NORMAL, 1) + count_bits(def->tags, TAG_INSTANT, 2);
    if (types != 1)
        return fail(err, BAD_INPUT, nowhere,
                    "%s: exactly one of Normal, Instant and Chain (DES-112)", def->name);
    if (count_bits(def->tags, TAG_CLASS, CLASS_COUNT) == 0)
        return fail(err, BAD_INPUT, nowhere, "%s: at least one of the 21 classes (DES-112)",
                    def->name);
    if (def->tags >> (TAG_CLASS + CLASS_TRAP) & 1 && def->tags >> NORMAL & 1)
        return fail(err, BAD_INPUT, nowhere, "%s: a Trap is Instant or Chain (DES-846)", def->name);
    if ((def->tags >> (TAG_CLASS + CLASS_TIMER) & 1) != (def->fields_set >> FIELD_TIMER & 1))
        return fail(err, BAD_INPUT, nowhere,
                    "%s: a Timer prints its number, no other trick does (DES-853)", def->name);
    if (!(def->fields_set >> FIELD_LEVEL & 1) || def->line_count == 0)
        return fail(err, BAD_INPUT, nowhere, "%s: a trick has a level and a text (DES-112)",
                    def->name);
    return true;
}

static bool check_lines(const struct card_pool *pool, const struct card_def *def, int *line,
                        struct error *err)
{
    const struct place nowhere = { 0 };
    bool               springs = false;
    for (unsigned i = 0; i < def->line_count; i++) {
        size_t      top   = pool->lines[def->line_first + i].op_first;
        const char *fault = fault_of_line(pool->ops, top, def);
        springs |= op_find(pool->ops, top, W_TRAP) != 0;
        *line = (int)i;
        if (fault) return fail(err, BAD_INPUT, nowhere, "%s: %s", def->name, fault);
    }
    *line = -1;
    if (springs || !(def->tags >> (TAG_CLASS + CLASS_TRAP) & 1)) return true;
    return fail(err, BAD_INPUT, nowhere, "%s: a Trap says \"Activate when ...\" (DES-846)",
                def->name);
}

bool despaira_check_card(const struct card_pool *pool, const struct card_def *def, int *line,
                         struct error *err)
{
    *line = -1;
    if (!check_numbers(def, err) || !check_lines(pool, def, line, err)) return false;
    return def->kind == KIND_TRICK ? check_trick(def, err) : check_creature(def, err);
}

const struct card_form despaira_form = {
    .kinds      = KINDS,
    .tags       = TAGS,
    .fields     = FIELDS,
    .start_rule = "line",
    .check      = despaira_check_card,
};
