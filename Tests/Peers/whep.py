"""The HTTP of WHIP and WHEP, for peers that bring none."""
import urllib.parse
import urllib.request


def post(endpoint, offer, token=None):
    """The answer, and where the session is."""
    headers = {"Content-Type": "application/sdp"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(endpoint, offer.encode(), headers, method="POST")
    with urllib.request.urlopen(request, timeout=15) as response:
        session = urllib.parse.urljoin(endpoint, response.headers["Location"])
        return response.read().decode(), session


def delete(session, token=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(session, headers=headers, method="DELETE")
    urllib.request.urlopen(request, timeout=15).close()
