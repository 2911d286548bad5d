"""The name of a device in the list of tokens."""

from eventstore.access.access import MAX_DEVICE_NAME
from viewer.site.routes.pairing import device_name, guess

ANDROID = "Mozilla/5.0 (Linux; Android 10; {}) AppleWebKit/537.36 (KHTML, like Gecko) {}Chrome/130 Mobile Safari/537.36"
APPLE = "Mozilla/5.0 ({}; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) {} Mobile Safari/604.1"
DESK = "Mozilla/5.0 ({}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"


def test_a_browser_names_its_device() -> None:
    for user_agent, name in (
        (ANDROID.format("K", ""), "Android, Chrome"),
        (ANDROID.format("Pixel 8", ""), "Pixel 8, Chrome"),
        (ANDROID.format("SM-G991B Build/TP1A.220624.014", "SamsungBrowser/26.0 "), "SM-G991B, Samsung Internet"),
        ("Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0", "Android, Firefox"),
        (APPLE.format("iPhone", "Version/17.5"), "iPhone, Safari"),
        (APPLE.format("iPad", "CriOS/130.0"), "iPad, Chrome"),
        (DESK.format("Windows NT 10.0; Win64; x64") + " Edg/130.0", "Windows, Edge"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Linux, Firefox"),
        ("curl/8.5.0", ""),
        ("", ""),
    ):
        assert guess(user_agent) == name


def test_a_chosen_name_counts_and_controls_no_terminal() -> None:
    assert device_name(" Anna's \x1b[31mPixel\n", DESK) == "Anna's [31mPixel"
    assert device_name("x" * 500, "") == "x" * MAX_DEVICE_NAME
    assert device_name("  ", ANDROID.format("K", "")) == "Android, Chrome"
