"""Ce que le programme dit quand il étudie une partie, en français : chance, cotes, litiges, cas, ordres, règles."""

from __future__ import annotations

from collections.abc import Mapping

STUDY: Mapping[str, str] = {
    ",": "\u00a0",
    "; ": " ; ",
    "{0} to {1}": "{0} à {1}",
    "{0}: {1}; {2}": "{0} : {1} ; {2}",
    "start": "début",
    "no dice": "aucun",
    # La chance
    "luck of {0}": "chance de {0}",
    "luck": "chance",
    "taken": "subies",
    "on average": "en moyenne",
    "19 in 20": "19 fois sur 20",
    "19 in 20 within": "19 fois sur 20 à moins de",
    "throws": "jets",
    "height": "hauteur",
    "good for": "favorable à",
    "rolled for": "lancé pour",
    "what came of it": "résultat",
    "as good or better": "aussi bien ou mieux",
    "all of them": "tous",
    "(not said)": "(non précisé)",
    "nothing lost or won": "rien de perdu ni de gagné",
    "  (outside)": "  (au-delà)",
    "1 in {0}": "1 sur {0}",
    "{0} in 100": "{0} sur 100",
    "stopped at entry {0} of {1}: judged so far": "arrêté à l’entrée {0} sur {1} ; jugé jusque-là :",
    "{0}: {1} with dice or cards; dice: {2}": "{0} : {1} avec dés ou cartes ; dés : {2}",
    "{0} of them could change who wins, the points or the losses (compared in this order). "
    "Each stands somewhere between 0, the worst its dice could do for a side, and 1, the best; "
    "luck adds up how far it stood above 1/2.": (
        "{0} d’entre eux pouvaient changer le vainqueur, les points ou les pertes (comparés dans cet ordre). "
        "Chacun se place entre 0, le pire que ses dés pouvaient donner à un camp, et 1, le meilleur ; "
        "la chance additionne les écarts à 1/2."
    ),
    "{0} of these had too many ways to count and were sampled.": (
        "{0} d’entre eux avaient trop d’issues pour les compter toutes et ont été échantillonnés."
    ),
    "{0} left out: cut short, or not as the rules give it (`refight audit` says more).": (
        "{0} de côté : interrompu, ou autre que ce que donnent les règles (`refight audit` en dit plus)."
    ),
    "by what was rolled for": "selon l’objet du jet",
    "losses that hung on these dice": "pertes qui dépendaient de ces dés",
    "losses that no die decided": "pertes qu’aucun dé n’a décidées",
    "(set down by hand)": "(noté à la main)",
    "(decided, and yet to be taken off)": "(décidé, et pas encore retiré)",
    "losses: {0}": "pertes : {0}",
    "points: {0}": "points : {0}",
    "losses to take off: {0} {1}": "pertes à retirer : {0} {1}",
    "what stood out": "ce qui sort du lot",
    "throws that change none of this, by how high they were; whether high is good, only the rule knows": (
        "jets qui n’y changent rien, selon leur hauteur ; si haut est favorable, seule la règle le sait"
    ),
    "No dice have been rolled, so there is no luck to speak of.": (
        "Aucun dé n’a été lancé : il n’y a pas de chance à juger."
    ),
    "Only {0} could change points or losses: too few to speak of luck.": (
        "Seulement {0} pour changer points ou pertes : trop peu pour parler de chance."
    ),
    "The dice were {0} for {1} over {2}": "Les dés ont donné {0} pour {1} sur {2}",
    "19 in 20 games with fair dice end within {0} either way": (
        "19 parties sur 20 avec des dés loyaux finissent à moins de {0} dans un sens ou dans l’autre"
    ),
    "{0}; {1}, so this is no more luck than anyone has.": "{0} ; {1} : ce n’est pas plus de chance qu’à l’ordinaire.",
    "{0}; {1}. That is uncommon luck: {2}; of many games some are like that.": (
        "{0} ; {1}. C’est une chance peu commune : {2} ; sur beaucoup de parties, il y en a de telles."
    ),
    "fair dice go so far in fewer than one of {0} games": (
        "des dés loyaux vont aussi loin dans moins d’une partie sur {0}"
    ),
    "fair dice go so far in about one of {0} games": "des dés loyaux vont aussi loin dans une partie sur {0} environ",
    "No order here turns dice into points or losses, so only their height can be judged, not whom it served": (
        "Aucun ordre ne change ici des dés en points ou en pertes : on ne peut juger que leur hauteur, pas qui elle a "
        "servi"
    ),
    "{0}: nothing that fair dice do not do in 19 of 20 games.": (
        "{0} : rien que des dés loyaux ne fassent dans 19 parties sur 20."
    ),
    "{0} threw high ({1})": "{0} a lancé haut ({1})",
    "{0} threw low ({1})": "{0} a lancé bas ({1})",
    "{0}: {1}; of many games some are like that.": "{0} : {1} ; sur beaucoup de parties, il y en a de telles.",
    "{0} is plotted in {1}, {2} bytes": "{0} est tracé dans {1}, {2} octets",
    # Les graphiques
    "Luck of the dice: {0}": "La chance aux dés : {0}",
    "Luck, added up over {0} orders whose dice could change who wins, points or losses": (
        "Chance cumulée sur {0} ordres dont les dés pouvaient changer le vainqueur, les points ou les pertes"
    ),
    "▲ lucky for {0}": "▲ chance pour {0}",
    "▼ lucky for {0}": "▼ chance pour {0}",
    "At any one moment 19 in 20 games with fair dice lie in the band; "
    "on its way a line may well leave it for a while.": (
        "À tout moment, 19 parties sur 20 avec des dés loyaux sont dans la bande ; une ligne peut en sortir un temps."
    ),
    "by who threw them (whether high is good, only the rule knows)": (
        "selon qui a lancé (si haut est favorable, seule la règle le sait)"
    ),
    "{0}. entry {1}, {2}: {3}; lucky for {4}, as good or better: {5}": (
        "{0}. entrée {1}, {2} : {3} ; chance pour {4}, aussi bien ou mieux : {5}"
    ),
    "Height of the dice of all other throws": "Hauteur des dés de tous les autres jets",
    "Height of the dice": "Hauteur des dés",
    "no reason given": "sans motif",
    "no cause given": "sans cause donnée",
    "{0} about {1} men": "{0} environ {1} hommes",
    "men, about": "hommes, environ",
    "Victory points": "Points de victoire",
    "No victory points.": "Aucun point de victoire.",
    "Losses": "Pertes",
    "No losses.": "Aucune perte.",
    "entry {0}: {1}": "entrée {0} : {1}",
    "How the dice fell: {0}": "Comment les dés sont tombés : {0}",
    "Bars: how often a face fell. Whiskers: where it falls with fair dice in 19 of 20 series as long, about the dot.": (
        "Barres : combien de fois une face est tombée. Traits : où elle tombe dans 19 séries loyales sur 20, autour du "
        "point."
    ),
    "{0} more are not drawn": "{0} autres ne sont pas dessinées",
    "No dice have been rolled.": "Aucun dé n’a été lancé.",
    "all together": "tous ensemble",
    # Les cotes
    "odds at {0}": "cotes en {0}",
    "Odds of {0}": "Cotes : {0}",
    "at {0}; {1}": "en {0} ; {1}",
    "{0}, at {1}": "{0}, en {1}",
    ", then ": ", puis ",
    "nothing here is left to chance:": "rien n’est laissé ici au hasard :",
    "no rule makes anything of these dice here, so they are told apart by their total": (
        "aucune règle ne tire rien de ces dés ici : ils sont distingués par leur total"
    ),
    "each position by itself, told as on the likeliest way to it": (
        "chaque position à part, racontée selon le chemin le plus probable"
    ),
    "in every way so far: {0}": "dans toutes les issues jusqu’ici : {0}",
    "in any case: {0}": "dans tous les cas : {0}",
    "exact: every way the dice and cards can fall ({0} runs of the rules)": (
        "exact : toutes les issues des dés et des cartes ({0} exécutions des règles)"
    ),
    "stopped when {0} of all chance was counted ({1} runs of the rules); "
    "each share with the least and the most it can be": (
        "arrêté quand {0} du hasard était compté ({1} exécutions des règles) ; chaque part avec son minimum et son "
        "maximum"
    ),
    "sampled, not exact: {0} tries with the seed {1} (never the dice of the game); each share with its 95 % interval": (
        "échantillon, non exact : {0} essais avec la graine {1} (jamais les dés de la partie) ; chaque part avec son "
        "intervalle à 95 %"
    ),
    "stopped early; ": "arrêté avant la fin ; ",
    "{0} more; --all lists them": "{0} autres ; --all les donne",
    "losses on average: {0}": "pertes en moyenne : {0}",
    "losses on average so far: {0}": "pertes en moyenne jusqu’ici : {0}",
    "points on average: {0}": "points en moyenne : {0}",
    "points on average so far: {0}": "points en moyenne jusqu’ici : {0}",
    "* is what happened in the game": "* est ce qui est arrivé dans la partie",
    "{0} positions in {1} lines: --all tells them apart": "{0} positions en {1} lignes : --all les distingue",
    "{0} positions in one line: --all tells them apart": "{0} positions en une ligne : --all les distingue",
    "nothing more": "rien de plus",
    "nothing changes": "rien ne change",
    "{0} is drawn in {1}, {2} bytes": "{0} est dessiné dans {1}, {2} octets",
    "{0} is filmed in {1}: {2} pictures, {3} bytes": "{0} est filmé dans {1} : {2} images, {3} octets",
    "{0} more outcomes, together {1}": "{0} autres issues, ensemble {1}",
    "the red bar is what happened in the game": "la barre rouge est ce qui est arrivé dans la partie",
    "the dice total {0}": "le total des dés est {0}",
    "if the dice come with the answer, --then 'SIDE> ORDER' goes on with it": (
        "si les dés viennent avec la réponse, --then 'CAMP> ORDRE' continue avec elle"
    ),
    # Les litiges
    "disputes of {0}": "litiges de {0}",
    "no other reading would have changed anything": "aucune autre lecture n’aurait rien changé",
    "{0} has no disputed rules": "{0} n’a aucune règle contestée",
    "nothing on the board": "rien sur le plateau",
    "changes facts, but neither board, points nor losses (--all lists them): {0}": (
        "change des faits, mais ni plateau, ni points, ni pertes (--all les liste) : {0}"
    ),
    "came up, but no other reading changes anything: ": "en jeu, mais aucune autre lecture n’y change rien : ",
    "not decided as recorded (`refight audit` says more): ": (
        "autre résultat que celui enregistré (`refight audit` en dit plus) : "
    ),
    "{0} of {1} came up": "{0} sur {1} en jeu",
    "another reading of {0} would have changed something": (
        "une autre lecture de {0} d’entre elles aurait changé quelque chose"
    ),
    "{0}: {1} did not come up, or was read as {2} all along": (
        "{0} : {1} n’a pas été en jeu, ou a toujours été lu comme {2}"
    ),
    "{0} came up in {1}": "{0} en jeu dans {1}",
    "{0}: {1}; read as {2} it would have changed {3}": "{0} : {1} ; lu comme {2}, changements : {3}",
    " (as played)": " (tel que joué)",
    "and {0} more under {1} (--all lists them)": "et {0} autres avec {1} (--all les donne)",
    "as recorded: ": "enregistré : ",
    "under {0}: ": "avec {0} : ",
    "refused [{0}] {1}": "refusé [{0}] {1}",
    "{0}; and then refused [{1}]": "{0} ; puis refusé [{1}]",
    "{0}; and then {1} more than were rolled": "{0} ; puis {1} de plus qu’on n’en a lancé",
    "{0} (the position after it is the same)": "{0} (la position qui suit est la même)",
    "{0} read as {1}": "{0} lu comme {1}",
    "{0}: {1}; choose one with --reading to see what it does later": (
        "{0} : {1} ; choisissez-en une avec --reading pour voir la suite"
    ),
    "{0}: {1} read as {2} from {3} on; {4} of {5} given again on the recorded dice": (
        "{0} : {1} lu comme {2} à partir de {3} ; {4} sur {5} redonnés avec les dés enregistrés"
    ),
    "  {0} otherwise than recorded, the first at {1}": "  {0} autrement qu’enregistré, le premier en {1}",
    "  all of them came out as recorded": "  tous donnent ce qui est enregistré",
    "  none of them could be given": "  aucun n’a pu être donné",
    "  {0} no longer asked for": "  {0} devenus inutiles",
    "recorded die": "dé enregistré",
    "recorded dice": "dés enregistrés",
    "  {0} used for another purpose than recorded": "  {0} pour un autre objet qu’enregistré",
    "  it stops at {0}: {1}": "  arrêt en {0} : {1}",
    "  as it was: {0}": "  en réalité : {0}",
    "next: `refight diff {0} {1}`, `refight log {1} --from {2}`": (
        "ensuite : `refight diff {0} {1}`, `refight log {1} --from {2}`"
    ),
    "{0} at its end": "{0} à la fin",
    "{0}, seen by {1}": "{0}, vu par {1}",
    "; and {0} more": " ; et {0} de plus",
    "needs {0}, {1}": "demande {0}, {1}",
    "a card ({0})": "une carte ({0})",
    "which nobody drew": "que personne n’a tirée",
    "which nobody rolled": "que personne n’a lancé",
    "{0} for {1}": "{0} pour {1}",
    "where {0} was rolled": "alors que {0} a été lancé",
    # Les cas
    "no phase": "aucune phase",
    "optional rules: {0}": "règles optionnelles : {0}",
    "readings: {0}": "lectures : {0}",
    "terrain: {0}": "terrain : {0}",
    ", and {0} more": " et {0} autres",
    "facing {0}": "face à {0}",
    "still {0}": "reste : {0}",
    "  (dice {0})": "  (dés {0})",
    "  (cards {0})": "  (cartes {0})",
    "illegal: [{0}] {1}": "interdit : [{0}] {1}",
    "{0}, row {1}, column {2}: {3}": "{0}, ligne {1}, colonne {2} : {3}",
    "no disputed rule came up": "aucune règle contestée en jeu",
    "{0} came up ({1})": "{0} en jeu ({1})",
    "{0}; no other reading changes anything": "{0} ; aucune autre lecture n’y change rien",
    "{0}; on the same dice it comes out otherwise under these readings:": (
        "{0} ; avec les mêmes dés, le résultat est autre sous ces lectures :"
    ),
    "{0}  {1} (as decided above)": "{0}  {1} (comme décidé ci-dessus)",
    "order {0}: ": "ordre {0} : ",
    "instead of: {0}": "au lieu de : {0}",
    "then {0}": "puis {0}",
    "die or card": "dé ou carte",
    "dice or cards": "dés ou cartes",
    "{0} would not be asked for": "{0} sans emploi",
    "in the end: {0}": "à la fin : {0}",
    "in the end nothing is otherwise": "à la fin, rien n’est autrement",
    "and {0} more differences": "et {0} autres différences",
    "left open in the order, and chosen for {0}: {1}": "laissé ouvert dans l’ordre, et choisi pour {0} : {1}",
    "{0}; no other reading changes what comes of it": "{0} ; aucune autre lecture n’en change l’issue",
    "{0} only what is on the way, and not the end (--all lists them)": (
        "{0} seulement le chemin, et non la fin (--all les montre)"
    ),
    "other reading changes": "autre lecture change",
    "other readings change": "autres lectures changent",
    "{0}, as the case sets it: {1}": "{0}, comme le cas le fixe : {1}",
    "claim holds": "affirmation vérifiée",
    "claims hold": "affirmations vérifiées",
    "{0} does not hold:": "{0} n’est pas vérifié :",
    "{0}, {1}": "{0}, {1}",
    "claim": "affirmation",
    "claims": "affirmations",
    "{0}: {1} do not hold": "{0} : {1} non vérifiés",
    "{0}: all hold": "{0} : tout est vérifié",
    "passed over: {0}": "laissé de côté : {0}",
    "file that is no case": "fichier qui n’est pas un cas",
    "files that are no cases": "fichiers qui ne sont pas des cas",
    "case": "cas",
    "cases": "cas",
    "it is carried out": "il est exécuté",
    "it is refused: {0}": "il est refusé : {0}",
    "it {0}": "il {0}",
    "order {0} is refused: {1}": "l’ordre {0} est refusé : {1}",
    "order {0} {1}": "l’ordre {0} {1}",
    "nothing is awaited": "rien n’est attendu",
    "{0}; not: {1}": "{0} ; et non : {1}",
    "not there": "absent",
    "points of {0}: {1}, not {2}": "points ({0}) : {1}, et non {2}",
    "losses of {0}: {1}, not {2}": "pertes ({0}) : {1}, et non {2}",
    # Les ordres et ce qu’ils prennent
    "there is no order with {0} to give here": "il n’y a ici aucun ordre à donner avec {0}",
    "{1} has no order to give here": "aucun ordre à donner ici pour {1}",
    "{1} has no order with {0} to give here": "aucun ordre à donner ici avec {0} pour {1}",
    "give one with: refight order {0} 'ORDER' --by SIDE; all there are: refight orders {1}": (
        "pour en donner un : refight order {0} 'ORDRE' --by CAMP ; tous les ordres : refight orders {1}"
    ),
    "would happen: {0}": "il arriverait : {0}",
    "the rules allow it; what would come of it may hang on what is hidden from {0}": (
        "les règles le permettent ; ce qui en sortirait peut tenir à ce qui est caché à {0}"
    ),
    "nothing was stored": "rien n’a été enregistré",
    "{0} was taken back at entry {1}; play goes on in {2}": (
        "{0} a été repris à l’entrée {1} ; on joue maintenant dans {2}"
    ),
    "; `refight orders {0}` lists them with their fields": " ; `refight orders {0}` les donne avec leurs champs",
    "`refight orders {0} ORDER` gives an example of one": "`refight orders {0} ORDRE` donne un exemple",
    "example: refight order GAME '{0}' --by SIDE": "exemple : refight order PARTIE '{0}' --by CAMP",
    "; {0} if left out": " ; {0} par défaut",
    "empty": "vide",
    "text": "texte",
    "a whole number": "un nombre entier",
    "a whole number of at most 64 bits": "un nombre entier de 64 bits au plus",
    "a whole number from {0} to {1}": "un nombre entier de {0} à {1}",
    "yes or no": "yes ou no",
    "any value": "toute valeur",
    "a value": "une valeur",
    "one of {0}": "au choix {0}",
    "a list with commas ({0} each)": "une liste avec des virgules ({0} à chaque fois)",
    "an object in braces": "un objet entre accolades",
    "an object in braces ({0} to {1})": "un objet entre accolades ({0} : {1})",
    "a unit": "une unité",
    "a place": "un lieu",
    "a hex": "un hexagone",
    "a side": "un camp",
    "a card": "une carte",
    # Les règles
    "from: ": "source : ",
    "`refight rule {0} ID` reads one of them, `… WORD` finds a word": (
        "`refight rule {0} ID` en lit une, `… MOT` cherche un mot"
    ),
    "dispute: ": "litige : ",
    "settled: ": "réglé : ",
    "option: ": "option : ",
    "in French: ": "en français : ",
    " under {0}": " sous {0}",
    "{0} more speak of it; `--limit {1}` shows all": "{0} autres en parlent ; `--limit {1}` les montre toutes",
    "`refight facts {0} FACT` gives an example of one": "`refight facts {0} FAIT` donne un exemple de l’un d’eux",
    "the first entry: rules, scenario, pack, sides and readings": (
        "la première entrée : règles, scénario, données, camps et lectures"
    ),
    "a branch begins at an entry of another line": "une variante part d’une entrée d’une autre ligne",
    "an order, before what follows from it": "un ordre, avant ce qui en découle",
    "dice as they fell, and what for": "des dés tels qu’ils sont tombés, et pour quoi",
    "a card taken from a pile": "une carte tirée d’une pioche",
    "a pile is made up anew": "une pioche est refaite",
    "a side is asked, or work waits": "un camp est interrogé, ou une suite attend",
    "the question on top is answered": "la question posée a sa réponse",
    "a turn and a phase begin": "un tour et une phase commencent",
    "a unit loses steps, bases or itself": "une unité perd des pas, des socles ou disparaît",
    "a side gains or loses points": "un camp gagne ou perd des points",
    "an umpire rules on a reading or a fact": "un arbitre tranche une lecture ou un fait",
    "somebody writes a note": "quelqu’un écrit une note",
    "played though the rules forbid it": "joué bien que les règles l’interdisent",
    "the seed of the dice is published": "la graine des dés est publiée",
    "who has won, and why": "qui a gagné, et pourquoi",
    "words in capitals stand for your own": "les mots en capitales tiennent la place des vôtres",
    "example: facts = [{0}]": "exemple : facts = [{0}]",
    "no rule of {0} speaks of {1}": "aucune règle de {0} ne parle de {1}",
    "about these rules:": "sur ces règles :",
    "`refight new {0} … --reading {1}` chooses a reading": "`refight new {0} … --reading {1}` choisit une lecture",
    "{0}  settled: ": "{0}  réglé : ",
    "`refight new {0} … --option {1}`: ": "`refight new {0} … --option {1}` : ",
    " (default)": " (par défaut)",
}
