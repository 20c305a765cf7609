// The vocabulary of Voidbreakers: what stands on a card, and the grammar of its text (rules.md,
// section 6).
#include "games/voidbreakers/words.h"

#include "games/voidbreakers/rules.h"

// The whole grammar is one text; ISO C only promises 4095 bytes, every compiler takes more.
#pragma GCC diagnostic ignored "-Woverlength-strings"

static const char GRAMMAR[] =
    "line       = [ title ] ( talent | trigger | standing ) '.' | play '.' ;\n"
    "title      = WORD [ WORD [ WORD [ WORD ] ] ] '.' => TITLE ;\n"
    "\n"
    "# played cards\n"
    "play       = heads '.' text => PLAY | heads => PLAY | text => PLAY ;\n"
    "heads      = head { ( '·' | ',' ) head } ;\n"
    "head       = icons | range | 'Quick' => QUICK | 'Omega' => OMEGA\n"
    "           | 'Reaction' '(' event ')' | 'only if' condition => ONLY_IF | 'lose' number 'HP' "
    "=> PAY_HP\n"
    "           | 'detach a' cardname => PAY_DETACH ;\n"
    "range      = 'Range' number => RANGE | 'Range any' => RANGE_ANY ;\n"
    "icons      = icon { ~ icon } ;\n"
    "icon       = '{' ~ 'A' ~ '}' => PAY_A | '{' ~ 'M' ~ '}' => PAY_M | '{' ~ 'V' ~ number ~ '}' "
    "=> PAY_V ;\n"
    "event      = 'when an enemy attacks a friendly card' [ within ] => REACTION=1\n"
    "           | 'when an enemy attacks' => REACTION=1\n"
    "           | 'when an enemy attacks a friendly fighter' [ within ] => REACTION=2\n"
    "           | 'when an enemy attacks' ( 'a friendly minion' => WHO=5 ) [ within ] => "
    "REACTION=1\n"
    "           | 'when an enemy attacks' other_one [ within ] => REACTION=1\n"
    "           | 'when an enemy attacks the user' => REACTION=3\n"
    "           | 'when an enemy moves' [ where ] => REACTION=4\n"
    "           | 'when' ( 'an enemy fighter' => WHO=7 | 'an enemy minion' => WHO=8 ) 'moves' [ "
    "where ] => REACTION=4\n"
    "           | 'when' opponent 'plays' ( 'a' | 'an' ) ( ( types ) => TYPES# ) 'card' => "
    "REACTION=5\n"
    "           | 'when' opponent 'plays a card' => REACTION=5\n"
    "           | 'when' opponent 'uses a talent' => REACTION=6\n"
    "           | 'when' opponent 'ends their Action Phase' => REACTION=7\n"
    "           | 'after' anyone [ within ] 'was dealt damage' => REACTION=8\n"
    "           | 'after the user was dealt damage' => REACTION=9\n"
    "           | 'after' anyone [ within ] 'died' => REACTION=10\n"
    "           | 'after an enemy entered a zone' within => REACTION=11\n"
    "           | 'after an enemy entered' ( 'this zone' => NUMBER=0 | 'the user\\'s zone' => "
    "NUMBER=0 ) => REACTION=11\n"
    "           | 'after' anyone [ within ] 'was thrown' => REACTION=12\n"
    "           | 'after' opponent 'drew outside the Alpha Phase' => REACTION=13\n"
    "           | 'after you failed to draw' => REACTION=14 ;\n"
    "opponent   = 'the opponent' | 'your opponent' ;\n"
    "where      = within | 'into' ( 'this zone' => NUMBER=0 | 'the user\\'s zone' => NUMBER=0 | 'a "
    "zone' within ) => INTO ;\n"
    "anyone     = who | other_one ;\n"
    "who        = ( victim ) => WHO# ;\n"
    "other_one  = ( another ) => ANOTHER_ONE# ;\n"
    "victim     = 'a card' | 'a fighter' | 'a minion' | 'a friendly card' | 'a friendly fighter'\n"
    "           | 'a friendly minion' | 'an enemy card' | 'an enemy fighter' | 'an enemy minion'\n"
    "           | 'an enemy' ;\n"
    "another    = 'another card' | 'another fighter' | 'another minion' | 'another friendly card'\n"
    "           | 'another friendly fighter' | 'another friendly minion' ;\n"
    "types      = 'Support' | 'Ability' | 'Minion' | 'Support or Ability' | 'Support or Minion'\n"
    "           | 'Ability or Minion' | 'Support, Ability or Minion' ;\n"
    "within     = 'within' number ;\n"
    "\n"
    "# texts of fighters, minions and upgrades\n"
    "talent     = [ 'repeat' => REPEAT ] cost { ( ',' | '·' ) cost } ':' text => TALENT\n"
    "           | cost { ( ',' | '·' ) cost } ( ',' | '·' ) ( 'repeat' => REPEAT ) ':' text => "
    "TALENT\n"
    "           | 'use' [ '·' range ] ':' text => TALENT ;\n"
    "cost       = icons | 'lose' number 'HP' => PAY_HP | 'detach a' cardname => PAY_DETACH | range "
    ";\n"
    "trigger    = 'Enter' ':' text => TRIGGER=0 | 'Sentry' ':' text => TRIGGER=1\n"
    "           | 'Death' ':' text => TRIGGER=2 | 'Hurt' ':' text => TRIGGER=3\n"
    "           | 'Alpha' ':' text => TRIGGER=4 | 'Ready' ':' text => TRIGGER=5\n"
    "           | 'Omega' ':' text => TRIGGER=6 | 'when this card attacks' so text => TRIGGER=7\n"
    "           | 'when you cycle' so text => TRIGGER=8\n"
    "           | 'when a card is voided' so text => TRIGGER=9\n"
    "           | 'when' ( 'you void' => VOIDER ) 'a card' so text => TRIGGER=9\n"
    "           | 'when' ( opponent 'voids' => VOIDER=1 ) 'a card' so text => TRIGGER=9\n"
    "           | 'when' anyone 'dies' so text => TRIGGER=10\n"
    "           | 'when you fail to draw' so text => TRIGGER=11 ;\n"
    "so         = ':' | ',' ;\n"
    "standing   = keyword => STANDING | aura => STANDING ;\n"
    "keyword    = 'Provoke' [ while ] => PROVOKE | 'Steady' [ while ] => STEADY | 'Swift' => "
    "SWIFT\n"
    "           | 'Reach' number [ while ] => REACH\n"
    "           | 'Armor' number [ while ] => ARMOR\n"
    "           | 'Intercept' '(' cardname ')' => INTERCEPT\n"
    "           | 'this card attacks for' number 'more' [ against ] [ while ] => AGAINST\n"
    "           | 'this card attacks for' number 'less' [ against ] [ while ] => AGAINST=1\n"
    "           | 'this card gains one more' ( ( token ) => READIES# )\n"
    "           | 'this card gains one less' ( ( token ) => READIES_LESS# ) ;\n"
    "against    = 'against' ( { adjective } noun [ with ] => SEL ) ;\n"
    "aura       = everyone ( 'have' | 'has' ) shared [ while ] => AURA\n"
    "           | everyone ( 'attack' | 'attacks' ) 'for' ( number 'more' [ against ] => AGAINST ) "
    "[ while ] => AURA\n"
    "           | everyone ( 'attack' | 'attacks' ) 'for' ( number 'less' [ against ] => AGAINST=1 "
    ") [ while ] => AURA\n"
    "           | everyone ( 'gain' | 'gains' ) 'one more' ( ( token ) => READIES# ) => AURA\n"
    "           | everyone ( 'gain' | 'gains' ) 'one less' ( ( token ) => READIES_LESS# ) => AURA "
    ";\n"
    "everyone   = [ 'other' => EACH_OTHER | 'each' => EACH | 'each other' => EACH_OTHER | 'all' => "
    "EACH\n"
    "             | 'all other' => EACH_OTHER ] { adjective } noun [ with ] [ place ] => SEL ;\n"
    "shared     = 'Provoke' => PROVOKE | 'Steady' => STEADY | 'Swift' => SWIFT | 'Reach' number => "
    "REACH\n"
    "           | 'Armor' number => ARMOR ;\n"
    "while      = 'while' ( condition | itself ) ;\n"
    "itself     = ( 'alone' => SELF ) => IS=0 | ( 'outnumbered' => SELF ) => IS=1\n"
    "           | ( 'damaged' => SELF ) => IS=2 | ( 'wounded' => SELF ) => IS=3 ;\n"
    "token      = '{' ~ 'A' ~ '}' | '{' ~ 'M' ~ '}' | '{' ~ 'F' ~ '}' ;\n"
    "\n"
    "# sentences\n"
    "text       = body | 'choose one' '–' option or option [ or option ] ;\n"
    "option     = body => MODE ;\n"
    "or         = ( ';' | ',' ) 'or' ;\n"
    "body       = sentence { ( '.' | ';' | ',' 'and' | 'and' => AND | ',' 'then' => AND_THEN ) "
    "sentence\n"
    "           | 'and' ( ( number 'damage to' object => DEAL ) => SENTENCE ) } ;\n"
    "sentence   = [ 'then' => THEN ] [ 'if' condition ',' => IF ] [ 'if you do' ',' => IF_DONE ]\n"
    "             [ later ',' ] [ may ] verb [ later ] [ 'for each' counting ]\n"
    "             [ ( ';' | ',' ) how_many 'instead if' condition => INSTEAD ] [ 'if' condition => "
    "IF ]\n"
    "             => SENTENCE ;\n"
    "may        = 'you may' => MAY ;\n"
    "itmay      = 'may' => MAY ;\n"
    "theymay    = 'may' => MAY=1 ;\n"
    "later      = 'in your next Alpha Phase' => LATER=0 | 'in your next Ready Phase' => LATER=1\n"
    "           | 'in your next Omega Phase' => LATER=2 ;\n"
    "counting   = ( counted ) => FOR_EACH# | cardname 'attached to the user' => FOR_EACH=7\n"
    "           | ( { adjective } noun [ with ] [ place ] => SEL ) => COUNT ;\n"
    "counted    = 'card in your opponent\\'s hand' | 'card in your hand' | 'card in your "
    "opponent\\'s void'\n"
    "           | 'card in your void' | 'debuff on it' | 'buff on it' | 'condition on it' ;\n"
    "\n"
    "# verbs\n"
    "verb       = ( 'deal' | 'the user deals' | 'this card deals' ) number [ 'Pierce' => PIERCE ] "
    "[ 'Drain' => DRAIN ] 'damage to' object => DEAL\n"
    "           | 'deal damage equal to' ( 'the user\\'s attack power' => POWER | 'half the "
    "user\\'s attack power' => POWER=1 ) 'to' object => DEAL\n"
    "           | 'heal' number 'on' object => HEAL | ( 'heal' => SELF ) number => HEAL\n"
    "           | object ( 'heals' | 'heal' ) number => HEAL\n"
    "           | 'raise' number 'on' object [ lasting ] => RAISE\n"
    "           | ( 'raise' => SELF ) number [ lasting ] => RAISE\n"
    "           | 'lower' number 'on' object [ lasting ] => LOWER\n"
    "           | object ( 'attacks' | 'attack' ) 'for' number 'more' lasting => MORE\n"
    "           | object ( 'attacks' | 'attack' ) 'for' number 'less' lasting => MORE=1\n"
    "           | object ( 'loses' | 'lose' ) number 'HP' => LOSE\n"
    "           | object ( 'loses' | 'lose' ) ( 'half its HP' => HALF | 'half of its HP' => HALF ) "
    "=> LOSE\n"
    "           | object ( 'loses' | 'lose' ) several => SHED | 'remove' several 'from' object => "
    "SHED\n"
    "           | 'give' several 'to' object => GIVE\n"
    "           | object ( 'gains' | 'gain' ) several => GIVE\n"
    "           | ( 'gain' => SELF ) several => GIVE\n"
    "           | 'give' object several => GIVE\n"
    "           | object ( 'gains' | 'gain' ) shared lasting => GRANT\n"
    "           | ( 'gain' => SELF ) shared lasting => GRANT\n"
    "           | object ( 'gains' | 'gain' ) tokens => GAIN\n"
    "           | ( 'gain' => SELF ) tokens => GAIN | 'give' tokens 'to' object => GAIN\n"
    "           | 'cleanse' object => CLEANSE | 'strip' object => STRIP | 'kill' object => KILL\n"
    "           | 'revive' number object => REVIVE\n"
    "           | object ( 'moves' | 'move' ) 'one zone' => MOVE\n"
    "           | object itmay 'move one zone' => MOVE | ( 'move one zone' => SELF ) => MOVE\n"
    "           | 'move' object 'one zone' => MOVE\n"
    "           | object ( 'leaps' | 'leap' ) [ number ] => LEAP\n"
    "           | object itmay 'leap' [ number ] => LEAP | ( 'leap' => SELF ) [ number ] => LEAP\n"
    "           | 'teleport' object 'to' destination => TELEPORT\n"
    "           | object ( 'teleports' | 'teleport' ) 'to' destination => TELEPORT\n"
    "           | object itmay 'teleport to' destination => TELEPORT\n"
    "           | 'throw' [ number ] object [ ',' 'each' => EACH_OWN ] 'to a zone of your choice' "
    "=> THROW\n"
    "           | 'throw' [ number ] object => THROW\n"
    "           | 'the user swaps with' object => SWAP | 'swap the user' ( 'with' | 'and' ) object "
    "=> SWAP\n"
    "           | 'swap' ( pair { adjective } noun [ with ] [ place ] => SEL ) => SWAP\n"
    "           | 'swap' single ( 'with' | 'and' ) single => SWAP\n"
    "           | 'deploy' some_cards [ 'in this zone' => HERE | 'in an adjacent zone' => "
    "ADJACENT\n"
    "             | 'in any zone' => ANYWHERE | within => WITHIN | 'in a zone within' number => "
    "WITHIN\n"
    "             | 'in a zone' => SOMEWHERE | 'in a zone of your choice' => SOMEWHERE ] => "
    "DEPLOY\n"
    "           | 'attach' some_cards [ 'to the user' => USER ] => ATTACH\n"
    "           | 'detach' some_cards [ 'from the user' => USER ] => DETACH\n"
    "           | 'draw' cards => DRAW | ( 'draw' => SHORT ) number => DRAW\n"
    "           | opponent 'draws' cards => DRAW=1\n"
    "           | opponent theymay 'draw' cards => DRAW=1\n"
    "           | 'each player draws' cards => DRAW=2\n"
    "           | 'void' some_or_fewer 'from your hand' => VOID_HAND\n"
    "           | 'void' number 'from hand' => VOID_HAND\n"
    "           | opponent 'voids' cards [ 'from their hand' ] => VOID_HAND=1\n"
    "           | opponent 'voids' number 'from hand' => VOID_HAND=1\n"
    "           | opponent theymay 'void' cards 'from their hand' => VOID_HAND=1\n"
    "           | 'each player voids' cards 'from their hand' => VOID_HAND=2\n"
    "           | 'void' at_random 'from your hand' => VOID_HAND\n"
    "           | opponent 'voids' at_random [ 'from their hand' ] => VOID_HAND=1\n"
    "           | 'void' cards 'from your arsenal' => VOID_ARSENAL\n"
    "           | 'void' number 'from arsenal' => VOID_ARSENAL\n"
    "           | 'void the top' top 'of your arsenal' => VOID_ARSENAL\n"
    "           | opponent 'voids' cards 'from their arsenal' => VOID_ARSENAL=1\n"
    "           | opponent 'voids' number 'from arsenal' => VOID_ARSENAL=1\n"
    "           | opponent 'voids the top' top 'of their arsenal' => VOID_ARSENAL=1\n"
    "           | 'each player voids' cards 'from their arsenal' => VOID_ARSENAL=2\n"
    "           | 'salvage' ( 'a' | 'an' | how_many | 'up to' how_many => UP_TO ) [ ( types ) => "
    "TYPES# ]\n"
    "             [ ( style ) => STYLE# ] ( 'card' | 'cards' ) [ 'from your void' ] => SALVAGE\n"
    "           | 'scout' number => SCOUT\n"
    "           | 'look at the top' how_many 'cards of your arsenal and take one' => DIG\n"
    "           | 'look at your opponent\\'s hand' => LOOK\n"
    "           | 'look at the top' top 'of your opponent\\'s arsenal' => LOOK\n"
    "           | opponent 'reveals their hand' => REVEAL\n"
    "           | 'reveal your hand' => REVEAL=1 | 'reveal the top' top 'of your arsenal' => "
    "REVEAL=2\n"
    "           | 'cancel that' ( 'card' | 'attack' | 'move' | 'talent' ) => CANCEL\n"
    "           | 'retarget that' ( 'attack' | 'card' ) 'to' object => RETARGET ;\n"
    "single     = ( 'a' => ONE | 'an' => ONE | 'another' => ANOTHER ) { adjective } noun [ with ] "
    "[ place ] => SEL ;\n"
    "some_cards = ( 'a' | 'an' ) cardname | how_many cardname ;\n"
    "some_or_fewer = cards | 'up to' ( how_many => UP_TO ) 'cards' ;\n"
    "at_random  = 'a random card' => RANDOM | how_many ( 'random cards' => RANDOM ) ;\n"
    "cards      = 'a card' => NUMBER=1 | 'one card' => NUMBER=1 | number 'card' | how_many 'cards' "
    ";\n"
    "top        = 'card' => NUMBER=1 | how_many 'cards' ;\n"
    "tokens     = icon_gained { ~ icon_gained } ;\n"
    "icon_gained = ( token ) => TOKEN# ;\n"
    "lasting    = 'this turn' => LASTING=1 | 'until your next turn' => LASTING=2 ;\n"
    "destination = 'any zone' => TO_ANY | 'a zone of your choice' => TO_ANY\n"
    "           | 'a zone with a friendly card' => TO_FRIEND | 'a zone with an enemy card' => "
    "TO_ENEMY\n"
    "           | 'a zone without enemy cards' => TO_NO_ENEMY | 'this zone' => TO_USER\n"
    "           | 'an adjacent zone' => TO_ADJACENT | 'the user\\'s zone' => TO_USER\n"
    "           | 'a zone within' number => TO_WITHIN ;\n"
    "\n"
    "# objects\n"
    "object     = 'the user' => USER | 'this card' => THIS\n"
    "           | 'that card' => THAT | 'that fighter' => THAT | 'that minion' => THAT\n"
    "           | 'the entering card' => THAT | 'the attacked card' => THAT | 'the attacker' => "
    "ATTACKER\n"
    "           | 'it' => IT | 'them' => IT | 'they' => IT\n"
    "           | 'each enemy thrown this way' => THROWN\n"
    "           | ( by_name ) [ place ] => SEL=1\n"
    "           | quantity { adjective } noun [ with ] [ place ] => SEL ;\n"
    "with       = 'with' named => HAS | ( 'with' | 'that has' | 'that have' ) tallied\n"
    "           | ( 'with' | 'that has' | 'that have' ) hp | 'without debuffs' => TALLY=0 | "
    "'without buffs' => TALLY=1\n"
    "           | ( 'that is' | 'that are' ) ( 'alone' => STATE=0 | 'outnumbered' => STATE=1\n"
    "             | 'damaged' => STATE=2 | 'wounded' => STATE=3 ) | ( 'that is' | 'that are' ) "
    "named => HAS ;\n"
    "tallied    = ( 'a debuff' => NUMBER=1 ) => TALLY=0 | ( 'a buff' => NUMBER=1 ) => TALLY=1\n"
    "           | how_many 'or more debuffs' => TALLY=0 | how_many 'or more buffs' => TALLY=1\n"
    "           | 'no debuffs' => TALLY=0 | 'no buffs' => TALLY=1 ;\n"
    "hp         = number 'HP or less' => HP=0 | number 'HP or more' => HP=1 ;\n"
    "quantity   = 'a' => ONE | 'an' => ONE | 'another' => ANOTHER | 'a random' => RANDOM\n"
    "           | 'up to' how_many [ 'other' => OTHER ] => UP_TO | 'each' => EACH | 'all' => EACH\n"
    "           | how_many [ 'other' => OTHER ] => EXACTLY | 'all other' => EACH_OTHER\n"
    "           | 'every' => EACH | 'each other' => EACH_OTHER ;\n"
    "pair       = 'two' [ 'other' => OTHER ] => PAIR ;\n"
    "adjective  = 'friendly' => SIDE=0 | 'enemy' => SIDE=1 | 'dead' => DEAD | 'damaged' => "
    "STATE=2\n"
    "           | 'wounded' => STATE=3 | named => HAS | ( style ) => STYLE# ;\n"
    "style      = 'Brawler' | 'Gunner' | 'Psion' | 'Engineer' ;\n"
    "styles     = 'Brawlers' | 'Gunners' | 'Psions' | 'Engineers' ;\n"
    "noun       = 'card' => NOUN=0 | 'cards' => NOUN=0 | 'fighter' => NOUN=1 | 'fighters' => "
    "NOUN=1\n"
    "           | 'minion' => NOUN=2 | 'minions' => NOUN=2 | 'satellite' => NOUN=3\n"
    "           | 'satellites' => NOUN=3 | 'enemy' => SIDE=1 | 'enemies' => SIDE=1\n"
    "           | 'friend' => SIDE=0 | 'friends' => SIDE=0\n"
    "           | ( style ) => STYLE# | ( styles ) => STYLE# | by_name ;\n"
    "place      = 'in this zone' => HERE | 'in the user\\'s zone' => HERE | 'in an adjacent zone' "
    "=> ADJACENT\n"
    "           | 'in adjacent zones' => AROUND | 'in each adjacent zone' => AROUND\n"
    "           | 'in any zone' => ANYWHERE | 'in a zone' => SOMEWHERE | 'in a zone within' number "
    "=> SOMEWHERE\n"
    "           | 'within' number => WITHIN ;\n"
    "several    = named [ 'and' named ] | named ',' named 'and' named ;\n"
    "named      = ( condname ) => CONDITION# ;\n"
    "condname   = 'Stunned' | 'Disarmed' | 'Rooted' | 'Jammed' | 'Weakened' | 'Exposed' | "
    "'Burning'\n"
    "           | 'Guarded' | 'Empowered' | 'Cloaked' | 'Braced' ;\n"
    "cardname   = WORD [ WORD [ WORD ] ] => CARDNAME ;\n"
    "by_name    = STRANGER [ STRANGER [ STRANGER ] ] => CARDNAME ;\n"
    "\n"
    "# conditions of a text\n"
    "condition  = statement | denial => NOT ;\n"
    "statement  = subject 'is alone' => IS=0 | subject 'is outnumbered' => IS=1\n"
    "           | subject 'is damaged' => IS=2 | subject 'is wounded' => IS=3 | subject 'is dead' "
    "=> IS=4\n"
    "           | subject ( 'has' | 'is' ) named => HAS | subject 'has' tallied => HAS_TALLY\n"
    "           | subject 'has' hp => HAS_HP\n"
    "           | subject ( 'has a' | 'has an' ) by_name => HAS_UPGRADE\n"
    "           | subject ( 'is a' | 'is an' ) kind_of => IS_KIND\n"
    "           | subject 'did not move this turn' => STAYED | subject 'moved this turn' => MOVED\n"
    "           | subject 'attacked this turn' => ATTACKED\n"
    "           | 'a friendly fighter is dead' => DEAD_FIGHTERS\n"
    "           | 'you have a dead fighter' => DEAD_FIGHTERS\n"
    "           | 'you have' how_many 'or more dead fighters' => DEAD_FIGHTERS\n"
    "           | 'an enemy fighter is dead' => DEAD_FIGHTERS=1\n"
    "           | opponent 'has a dead fighter' => DEAD_FIGHTERS=1\n"
    "           | opponent 'has' how_many 'or more dead fighters' => DEAD_FIGHTERS=1\n"
    "           | 'your arsenal is empty' => EMPTY_ARSENAL | 'your hand is empty' => EMPTY_HAND\n"
    "           | 'your opponent\\'s arsenal is empty' => EMPTY_ARSENAL=1\n"
    "           | 'your opponent\\'s hand is empty' => EMPTY_HAND=1\n"
    "           | 'there is' single => THERE_IS\n"
    "           | ( ( 'a' => ONE | 'an' => ONE | 'another' => ANOTHER ) { adjective } noun 'is' "
    "place => SEL ) => THERE_IS\n"
    "           | 'it is Round' number 'or later' => ROUND | 'it is your turn' => YOUR_TURN\n"
    "           | 'this zone is full' => FULL_ZONE ;\n"
    "denial     = subject 'is not alone' => IS=0 | subject 'is not outnumbered' => IS=1\n"
    "           | subject 'is not damaged' => IS=2 | subject 'is not wounded' => IS=3\n"
    "           | subject 'is not dead' => IS=4 | subject 'is not' named => HAS\n"
    "           | subject ( 'is not a' | 'is not an' ) kind_of => IS_KIND\n"
    "           | subject 'did not attack this turn' => ATTACKED\n"
    "           | nobody => THERE_IS\n"
    "           | 'this zone is not full' => FULL_ZONE ;\n"
    "nobody     = ( 'there is no' => ONE ) { adjective } noun [ with ] [ place ] => SEL\n"
    "           | ( 'no' => ONE ) { adjective } noun 'is' place => SEL ;\n"
    "kind_of    = 'fighter' => NOUN=1 | 'minion' => NOUN=2 | 'satellite' => NOUN=3 | ( style ) => "
    "STYLE# ;\n"
    "subject    = 'the user' => USER | 'this card' => THIS | 'that card' => THAT | 'that fighter' "
    "=> THAT\n"
    "           | 'that minion' => THAT | 'the attacked card' => THAT | 'the entering card' => "
    "THAT\n"
    "           | 'it' => IT | 'the attacker' => ATTACKER | by_name ;\n";

static const struct op_name OPS[] = {
#define AS_NAME(name) { #name, W_##name },
    VOIDBREAKERS_OPS(AS_NAME)
#undef AS_NAME
        { 0 },
};

static const struct sign_rule SIGNS[] = {
    { ".", .tight_left = 1 },
    { ",", .tight_left = 1 },
    { ":", .tight_left = 1 },
    { ";", .tight_left = 1 },
    { "(", .tight_right = 1 },
    { ")", .tight_left = 1 },
    { 0 },
};
static const struct spelling SPELLINGS[]        = { { 0 } };
static const char *const     CAPITALISE_AFTER[] = { ".", ":", "–", NULL };
static const char *const     FILLERS[]          = { NULL };

const struct dialect_words voidbreakers_words = {
    .name             = "voidbreakers",
    .grammar          = GRAMMAR,
    .ops              = OPS,
    .signs            = SIGNS,
    .spellings        = SPELLINGS,
    .capitalise_after = CAPITALISE_AFTER,
    .fillers          = FILLERS,
};

static const struct form_kind KINDS[] = {
    { "Fighter", KIND_FIGHTER },
    { "Support", KIND_SUPPORT },
    { "Ability", KIND_ABILITY },
    { "Minion", KIND_MINION },
    { "Satellite minion", KIND_SATELLITE },
    { "Upgrade", KIND_UPGRADE },
    { 0 },
};
static const struct form_tag TAGS[] = {
    { "Brawler", BRAWLER },
    { "Gunner", GUNNER },
    { "Psion", PSION },
    { "Engineer", ENGINEER },
    { 0 },
};
static const struct form_field FIELDS[] = {
    { "AP", FIELD_AP, FORM_NUMBER, 0, 30 },        { "max", FIELD_AP_MAX, FORM_NUMBER, 0, 50 },
    { "HP", FIELD_HP, FORM_NUMBER, 10, 150 },      { "A", FIELD_A, FORM_NUMBER, 0, 2 },
    { "M", FIELD_M, FORM_NUMBER, 0, 2 },           { "F", FIELD_F, FORM_NUMBER, 0, 1 },
    { "copies", FIELD_COPIES, FORM_NUMBER, 1, 4 }, { 0 },
};
static const char *const TEXT_STARTS[] = {
    "{",
    "*",
    "Range",
    "Quick",
    "Omega",
    "Reaction",
    "only",
    "lose",
    "detach",
    "repeat",
    "use",
    "Enter",
    "Sentry",
    "Death",
    "Hurt",
    "Alpha",
    "Ready",
    "when",
    "Provoke",
    "Steady",
    "Swift",
    "Reach",
    "Armor",
    "Intercept",
    "this",
    "choose",
    "then",
    "if",
    "in",
    "you",
    "your",
    "deal",
    "heal",
    "raise",
    "lower",
    "give",
    "cleanse",
    "strip",
    "kill",
    "revive",
    "teleport",
    "throw",
    "the",
    "that",
    "each",
    "up",
    "an",
    "another",
    // "A" alone is the number of attack tokens.
    "a friendly",
    "a dead",
    "a damaged",
    "a wounded",
    "a card",
    "a fighter",
    "a minion",
    "all",
    "every",
    "one",
    "two",
    "three",
    "leap",
    "leap.",
    "gain",
    "remove",
    "friendly",
    "enemy",
    "enemies",
    "other",
    "fighters",
    "minions",
    "move",
    "swap",
    "reveal",
    "deploy",
    "attach",
    "draw",
    "void",
    "salvage",
    "scout",
    "look",
    "cancel",
    "retarget",
    // One-word lines: the full stop is part of the word.
    "Provoke.",
    "Steady.",
    "Swift.",
    "Quick.",
    "Omega.",
    NULL,
};

// ---- checks of a whole card

static unsigned count_bits(uint64_t set)
{
    unsigned count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

static uint16_t fields_needed(unsigned kind)
{
    switch ((enum card_kind)kind) {
    case KIND_FIGHTER:
    case KIND_MINION: return BIT(FIELD_AP) | BIT(FIELD_AP_MAX) | BIT(FIELD_HP);
    case KIND_SATELLITE:
        return BIT(FIELD_AP) | BIT(FIELD_AP_MAX) | BIT(FIELD_HP) | BIT(FIELD_COPIES);
    case KIND_UPGRADE: return BIT(FIELD_COPIES);
    case KIND_SUPPORT:
    case KIND_ABILITY: break;
    }
    return 0;
}

static const char *wrong_numbers(const struct card_def *def)
{
    static const uint16_t ACTIONS = BIT(FIELD_A) | BIT(FIELD_M) | BIT(FIELD_F);
    const int16_t        *n       = def->field;
    bool                  body    = def->kind == KIND_FIGHTER || def->kind == KIND_MINION ||
                def->kind == KIND_SATELLITE;
    uint16_t needed = fields_needed(def->kind);
    int      acts   = n[FIELD_A] + n[FIELD_M] + n[FIELD_F];
    if ((def->fields_set & needed) != needed ||
        (def->fields_set & ~needed & (body ? (unsigned)~ACTIONS : ~0u)))
        return "AP, max and HP stand on fighters and minions, copies on satellites, A, M and F on "
               "what acts";
    if (!body) return NULL;
    if (n[FIELD_AP] % 10 || n[FIELD_AP_MAX] % 10 || n[FIELD_HP] % 10)
        return "AP, max and HP are multiples of 10";
    if (n[FIELD_AP] > n[FIELD_AP_MAX]) return "AP is at most max (VOI-620)";
    if (def->kind == KIND_FIGHTER &&
        (n[FIELD_HP] < 90 || acts < 2 || acts > 3 || n[FIELD_AP_MAX] < 10))
        return "a fighter has 90 to 150 HP, a max of 10 to 50, and 2 or 3 actions";
    if (def->kind != KIND_FIGHTER && (n[FIELD_HP] > 50 || n[FIELD_AP_MAX] > 20 || acts > 2))
        return "a minion has at most 50 HP, an attack power of at most 20 and 2 actions";
    return NULL;
}

static const char *wrong_owner(const struct card_def *def)
{
    unsigned styles = count_bits(def->tags);
    bool     named  = def->faction != NULL;
    switch ((enum card_kind)def->kind) {
    case KIND_FIGHTER:
        return styles < 1 || styles > 2 ? "a fighter has one or two styles (VOI-111)" : NULL;
    case KIND_SUPPORT:
        return styles != 1 || named ? "a Support card has one style (VOI-109)" : NULL;
    case KIND_MINION:
        return styles + named != 1
                   ? "a Minion card has a style, or the name of its fighter behind a slash"
                   : NULL;
    case KIND_ABILITY:
    case KIND_SATELLITE:
    case KIND_UPGRADE:
        return styles || !named ? "the name of its fighter stands behind a slash (VOI-110)" : NULL;
    }
    return NULL;
}

// What a number directly below a node may be (rules.md, sections 1 and 6).
struct bounds {
    uint16_t    code;
    int16_t     least, most, step;
    const char *problem;
};
static const struct bounds BOUNDS[] = {
    { W_DEAL, 10, 90, 10, "damage is 10 to 90, a multiple of 10" },
    { W_HEAL, 10, 90, 10, "healing is 10 to 90, a multiple of 10" },
    { W_RAISE, 10, 50, 10, "attack power changes by 10 to 50, a multiple of 10" },
    { W_LOWER, 10, 50, 10, "attack power changes by 10 to 50, a multiple of 10" },
    { W_MORE, 10, 50, 10, "an attack changes by 10 to 50, a multiple of 10" },
    { W_AGAINST, 10, 50, 10, "an attack changes by 10 to 50, a multiple of 10" },
    { W_LOSE, 10, 90, 10, "HP are lost by 10 to 90, a multiple of 10" },
    { W_PAY_HP, 10, 90, 10, "HP are lost by 10 to 90, a multiple of 10" },
    { W_REVIVE, 10, 90, 10, "a fighter comes back with 10 to 90 HP, a multiple of 10" },
    { W_ARMOR, 10, 50, 10, "Armor is 10 to 50, a multiple of 10" },
    { W_RANGE, 0, 3, 1, "a range is 0 to 3, or any" },
    { W_REACTION, 0, 4, 1, "no zone is farther than 4" },
    { W_WITHIN, 0, 4, 1, "no zone is farther than 4" },
    { W_TO_WITHIN, 1, 4, 1, "another zone is 1 to 4 away" },
    { W_LEAP, 1, 4, 1, "another zone is 1 to 4 away" },
    { W_THROW, 1, 4, 1, "another zone is 1 to 4 away" },
    { W_REACH, 1, 4, 1, "another zone is 1 to 4 away" },
    { W_PAY_V, 1, 6, 1, "1 to 6 cards are voided as a cost" },
    { W_UP_TO, 1, PICKS, 1, "up to 1 to 6 targets are chosen" },
    { W_EXACTLY, 1, PICKS, 1, "1 to 6 targets are chosen" },
    { W_SALVAGE, 1, PICKS, 1, "1 to 6 cards are salvaged" },
    { W_DRAW, 1, 9, 1, "1 to 9 cards are drawn" },
    { W_VOID_HAND, 1, 9, 1, "1 to 9 cards are voided" },
    { W_VOID_ARSENAL, 1, 9, 1, "1 to 9 cards are voided" },
    { W_SCOUT, 1, 9, 1, "1 to 9 cards are looked at" },
    { W_DIG, 1, 9, 1, "1 to 9 cards are looked at" },
    { W_TALLY, 0, DEBUFF_COUNT, 1, "there are seven debuffs" },
    { W_HP, 10, 150, 10, "HP are 10 to 150, a multiple of 10" },
    { W_ROUND, 1, ROUNDS, 1, "a game has twelve Rounds" },
    { W_SOMEWHERE, 0, 4, 1, "no zone is farther than 4" },
    { W_DEPLOY, 1, 4, 1, "1 to 4 satellites are deployed" },
    { W_ATTACH, 1, 3, 1, "1 to 3 upgrades are attached" },
    { W_DETACH, 1, 3, 1, "1 to 3 upgrades are detached" },
    { W_LOOK, 1, 9, 1, "1 to 9 cards are looked at" },
    { W_REVEAL, 1, 9, 1, "1 to 9 cards are revealed" },
    { W_DEAD_FIGHTERS, 1, FIGHTERS, 1, "a player has three fighters" },
};

static const char *wrong_number(unsigned code, int value)
{
    for (size_t k = 0; k < COUNT(BOUNDS); k++)
        if (code == BOUNDS[k].code &&
            (value < BOUNDS[k].least || value > BOUNDS[k].most || value % BOUNDS[k].step))
            return BOUNDS[k].problem;
    return NULL;
}

static const char *wrong_numbers_in(const struct op *ops)
{
    const char *problem = NULL;
    for (size_t i = 0; !problem && i < ops[0].size; i++) {
        size_t number  = op_find(ops, i, OP_NUMBER);
        size_t instead = ops[i].code == W_SENTENCE ? op_find(ops, i, W_INSTEAD) : 0;
        if (number) problem = wrong_number(ops[i].code, ops[number].value);
        if (!problem && instead)
            problem = wrong_number(ops[verb_of(ops, i)].code, number_in(ops, instead, 0));
    }
    return problem;
}

// Costs and modifiers: what can be paid, and nothing twice.
static const char *wrong_heads(const struct op *ops, size_t play)
{
    unsigned seen = 0, a = 0, m = 0;
    for (size_t i = op_child(play); play && i < op_after(ops, play); i = op_after(ops, i)) {
        unsigned code = ops[i].code;
        a += code == W_PAY_A;
        m += code == W_PAY_M;
        if (a > 3 || m > 3) return "nobody has more than three tokens for a cost";
        if (code == W_RANGE_ANY) code = W_RANGE;
        if (code < W_PAY_V || code > W_ONLY_IF) continue;
        if (seen >> (code - W_PAY_V) & 1) return "a cost, range or modifier stands here twice";
        seen |= BIT(code - W_PAY_V);
    }
    if (seen >> (W_REACTION - W_PAY_V) & 1 &&
        (seen >> (W_QUICK - W_PAY_V) & 1 || seen >> (W_OMEGA - W_PAY_V) & 1))
        return "a Reaction is neither Quick nor Omega: it has a moment of its own (VOI-542, "
               "VOI-543)";
    return NULL;
}

static const char *wrong_line(const struct card_pool *pool, const struct card_def *def,
                              const struct card_line *line)
{
    const struct op *ops   = pool->ops + line->op_first;
    size_t           play  = op_find(ops, 0, W_PLAY);
    bool             plays = def->kind == KIND_SUPPORT || def->kind == KIND_ABILITY;
    bool has_text          = play && (op_find(ops, play, W_SENTENCE) || op_find(ops, play, W_MODE));
    if (plays != (play != 0) && !(def->kind == KIND_MINION && play && !has_text))
        return plays ? "the text of a played card has no colon in front and is no keyword"
                     : "a text of a fighter, minion or upgrade is a keyword or has a colon: "
                       "\"Enter: ...\"";
    if (plays && !has_text) return "the text says nothing to do";
    size_t talent = op_find(ops, 0, W_TALENT);
    if (talent && op_find(ops, talent, W_REPEAT) &&
        ops[op_after(ops, op_child(talent))].code == W_SENTENCE)
        return "only a talent with a cost may say repeat (VOI-452)";
    const char *problem = wrong_heads(ops, play);
    return problem ? problem : wrong_numbers_in(ops);
}

static bool check_card(const struct card_pool *pool, const struct card_def *def, int *line,
                       struct error *err)
{
    const struct place nowhere = { 0 };
    bool               plays   = def->kind == KIND_SUPPORT || def->kind == KIND_ABILITY;
    const char        *problem = wrong_numbers(def);
    if (!problem) problem = wrong_owner(def);
    if (!problem && plays && def->line_count != 1)
        problem = "a Support or Ability card has one line of text";
    if (!problem && def->line_count > ABILITIES_PER_CARD)
        problem = "a card has at most 6 lines of text";
    for (int i = 0; !problem && i < def->line_count; i++) {
        *line   = i;
        problem = wrong_line(pool, def, &pool->lines[def->line_first + (uint32_t)i]);
    }
    if (!problem) *line = -1;
    return problem ? fail(err, BAD_INPUT, nowhere, "%s", problem) : true;
}

const struct card_form voidbreakers_form = {
    .kinds       = KINDS,
    .tags        = TAGS,
    .fields      = FIELDS,
    .start_rule  = "line",
    .text_starts = TEXT_STARTS,
    .check       = check_card,
};
