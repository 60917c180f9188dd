"""The words for what stands in terms, one for pages, problems and printed terms alike."""

import datetime

ITEMS = {
    "manner": "how prizes are awarded",
    "awarded_at": "when prizes are awarded",
    "awarded_where": "where prizes are awarded",
    "eligibility": "who may take part",
    "least_stake": "the least or compulsory wager",
    "reservations": "qualifications, reservations and guarantees",
    "starts_at": "when the promotion begins",
    "closes_at": "when entries close",
    "place": "where the promotion takes place",
    "claiming": "how a prize is claimed",
    "presence": "whether winners must be there",
    "winner_told": "how winners are told",
    "results": "how results are published",
    "disbursement": "how prizes are handed over",
    "paid_by": "how money is paid",
    "prizes": "the prizes",
    "nature": "what the prize is",
    "value": "what it is worth",
    "conditions": "conditions for receiving, using or accepting it",
}
DETAILS = {
    "make": "make",
    "model": "model",
    "accessories": "accessories",
    "on_road_costs": "registration and other on-road costs",
    "persons": "for how many persons",
    "inclusions": "what is included",
    "restrictions": "when it must be taken",
    "spending_money": "spending money",
    "dwelling": "type of dwelling",
    "plans": "plans",
    "contract": "contract",
    "easements": "easements",
    "location": "address or other location",
}
KINDS = {
    "appliance": "machinery or an electric appliance",
    "vehicle": "a motor vehicle",
    "travel": "travel",
    "real-estate": "real estate",
    "cash": "cash",
    "casino-dollars": "casino dollars",
    "slots-dollars": "slots dollars",
    "liquor": "liquor",
    "other": "something else",
    "tobacco": "tobacco",
    "firearm": "a firearm, ammunition or an imitation",
    "weapon": "a prohibited weapon",
    "prescribed": "something that regulations prescribe",
}
PAID_BY = {"cash": "cash", "cheque": "crossed cheque", "transfer": "electronic transfer"}
METHODS = {
    "in-person": "in person",
    "mail": "mail",
    "telephone": "telephone",
    "email": "email",
}
MEANS = {
    "premises": "in the casino",
    "website": "on a website",
    "email": "by email",
    "mail": "by mail",
    "brochure": "in a brochure",
}


def moment(seconds: int) -> str:
    """A time as people read it.

    >>> moment(0)
    '1970-01-01 00:00 UTC'
    """
    time = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
    seconds_too = ":%S" if time.second else ""
    return time.strftime(f"%Y-%m-%d %H:%M{seconds_too} UTC")


def dollars(cents: int) -> str:
    """An amount as terms print it.

    >>> dollars(1_200_050)
    '$12,000.50'
    """
    return f"${cents // 100:,}.{cents % 100:02d}"


def litres(millilitres: int) -> str:
    """How much liquor.

    >>> litres(20100), litres(20000)
    ('20.1 litres', '20 litres')
    """
    whole, rest = divmod(millilitres, 1000)
    part = f".{rest:03d}".rstrip("0") if rest else ""
    return f"{whole}{part} litres"
