"""Ce que le service dit aux membres d’un club, en français : comptes, invitations, avis."""

from __future__ import annotations

from collections.abc import Mapping

CLUB: Mapping[str, str] = {
    # Se connecter
    "Sign in": "Se connecter",
    "Your account": "Votre compte",
    "Sign out": "Se déconnecter",
    "Login": "Identifiant",
    "Password": "Mot de passe",
    "With the login and password that you chose when you were invited.": (
        "Avec l’identifiant et le mot de passe que vous avez choisis lors de l’invitation."
    ),
    "sign in first": "connectez-vous d’abord",
    "login and password do not fit": "l’identifiant et le mot de passe ne vont pas ensemble",
    "too many are signing in; try again in a moment": (
        "trop de gens se connectent à la fois ; réessayez dans un instant"
    ),
    "too many have failed to sign in; try again in a quarter of an hour": (
        "trop d’essais manqués ; réessayez dans un quart d’heure"
    ),
    # Invitations
    "You are invited": "Vous êtes invité",
    "To this club.": "Dans ce club.",
    "To the game {0}, as {1}.": "À la partie {0}, comme {1}.",
    "Accept": "Accepter",
    "Accept as {0}": "Accepter comme {0}",
    "Name, as others see it": "Nom, tel que les autres le voient",
    "E-mail, to be told that it is your turn (may stay empty)": (
        "Courriel, pour être averti que c’est à vous (peut rester vide)"
    ),
    "Password, {0} letters or more": "Mot de passe, {0} lettres ou plus",
    "I have an account: sign in with it": "J’ai un compte : m’y connecter",
    "A new password": "Un nouveau mot de passe",
    "For {0}.": "Pour {0}.",
    "Keep this password": "Garder ce mot de passe",
    "{0} of your invitations wait to be taken up; when one is, make another": (
        "{0} de vos invitations attendent d’être acceptées ; dès que l’une l’est, faites-en une autre"
    ),
    "{0} has a player: invite another under your account, so that the log tells it, or ask who runs this": (
        "{0} a un joueur : invitez-en un autre depuis votre compte, pour que le journal le dise, ou demandez à qui "
        "tient le service"
    ),
    "you have a part in {0} games: whoever runs the service begins more": (
        "vous avez une part dans {0} parties : qui tient le service en commence d’autres"
    ),
    "{0} is the title of a lesson: `POST /lessons` begins one": (
        "{0} est le titre d’une leçon : `POST /lessons` en commence une"
    ),
    "too many invitations wait in this club; ask whoever runs it": (
        "trop d’invitations attendent dans ce club ; demandez à qui s’en occupe"
    ),
    "this invitation was used, has run out, or was never made; ask for a new one": (
        "cette invitation a servi, n’est plus valable ou n’a jamais existé ; demandez-en une autre"
    ),
    "somebody has this login already; choose another": "cet identifiant est déjà pris ; choisissez-en un autre",
    "a login has 2 to 63 small letters, digits, or . _ @ + - and begins with a letter or digit": (
        "un identifiant a de 2 à 63 minuscules, chiffres ou . _ @ + - et commence par une lettre ou un chiffre"
    ),
    "a name has 1 to 100 letters on one line": "un nom a de 1 à 100 lettres sur une ligne",
    "a password has {0} to {1} letters": "un mot de passe a de {0} à {1} lettres",
    "{0} is no address of e-mail": "{0} n’est pas une adresse de courriel",
    # Le compte
    "Signed in as {0}.": "Connecté comme {0}.",
    "Your games": "Vos parties",
    "You have no part in any game yet.": "Vous n’avez encore de rôle dans aucune partie.",
    "game": "partie",
    "role": "rôle",
    "When it is your turn": "Quand c’est à vous",
    "E-mail (may stay empty)": "Courriel (peut rester vide)",
    "Keep": "Garder",
    "Password as it is": "Mot de passe actuel",
    "New password, {0} letters or more": "Nouveau mot de passe, {0} lettres ou plus",
    "Change": "Changer",
    "Leave": "Partir",
    "Back": "Retour",
    "Whom you invite to {0}": "Qui vous invitez à {0}",
    "a spectator": "un spectateur",
    "another host": "un autre hôte",
    "an umpire sees everything: whoever runs the service invites one": (
        "un arbitre voit tout : c’est à qui tient le service d’en inviter un"
    ),
    "Make a link that invites": "Faire un lien qui invite",
    "A link that invites": "Un lien qui invite",
    "To {0} as {1}. Whoever opens it first may join; it is shown this once.": (
        "À {0} comme {1}. Le premier qui l’ouvre peut entrer ; il n’est montré que cette fois."
    ),
    "only the host of {0} invites to it": "seul l’hôte de {0} y invite",
    "there is no role {0} in {1}; there are {2}": "il n’y a pas de rôle {0} dans {1} ; il y a {2}",
    # Formulaires et requêtes
    "this form cannot be read": "ce formulaire est illisible",
    "this form holds more than is taken here": "ce formulaire contient plus que ce qui est accepté ici",
    "this form was not sent from a page of this service; open it again": (
        "ce formulaire ne vient pas d’une page de ce service ; ouvrez-la à nouveau"
    ),
    "this was sent by a page of another site, or by none; nothing was done": (
        "ceci vient de la page d’un autre site, ou d’aucune ; rien n’a été fait"
    ),
    "this Idempotency-Key came with another order; choose a new one for each": (
        "cette Idempotency-Key est venue avec un autre ordre ; choisissez-en une nouvelle pour chacun"
    ),
    "this order is being carried out; ask again in a moment": (
        "cet ordre est en cours d’exécution ; redemandez dans un instant"
    ),
    "this was broken off; try again": "ceci a été interrompu ; réessayez",
    "this is answered only on the machine that the service runs on": (
        "ceci n’est dit que sur la machine où tourne le service"
    ),
    "{0} has opened {1} lines, and opens no more": "{0} a ouvert {1} lignes, et n’en ouvre pas davantage",
    "more than {0} bytes in a day; wait a little": "plus de {0} octets en un jour ; attendez un peu",
    "{0} has {1} lines, and no more are opened here": "{0} a {1} lignes, et on n’en ouvre pas davantage ici",
    # Avis
    "It is your turn in {0}": "C’est à vous dans {0}",
    "It is still your turn in {0}": "C’est toujours à vous dans {0}",
    "Your time is up in {0}": "Votre temps est écoulé dans {0}",
}
