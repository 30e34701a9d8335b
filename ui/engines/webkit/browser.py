"""WebKitGTK as a phone's browser, one per process, with a display of its own: run by open.ts with Debian's own Python.

Argument: a JSON object with `profile` and `downloads` (folders), `isPrivate`, `scripts` (run at the start of each document),
`userAgent`, `place` and `screenSize`.
Commands come as lines of JSON on standard input: {"id": 1, "do": "go", "tab": 0, "url": ...}; the others are below at `COMMANDS`.
On file descriptor 3 each is answered by {"id": 1, "value": ...} or {"id": 1, "error": ...}, and what happens is told as
{"event": {"type": "problem" | "launch", ...}}. The browser ends with its input, and nothing of it outlives its process group.

What makes it like Safari: the page cache, playback only after a gesture, real clicks (a click from a script loses the gesture
after the next wait), and links to other apps that open nothing.
"""
import json
import os
import subprocess
import sys


def open_display():
    """Starts a display and names it to GTK, which reads the name when it is imported."""
    read, write = os.pipe()
    subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x1000x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as numbers:
        os.environ["DISPLAY"] = ":" + numbers.readline().strip()
    os.environ.update(
        GDK_BACKEND="x11",
        NO_AT_BRIDGE="1",
        WEBKIT_DISABLE_DMABUF_RENDERER="1",
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1",
    )


open_display()
import gi  # noqa: E402

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, GLib, Gtk, WebKit2 as WebKit  # noqa: E402

PLAN = json.loads(sys.argv[1])
PLACE = tuple(PLAN["place"][name] for name in ("latitude", "longitude", "accuracy"))
OUTPUT = os.fdopen(3, "w")
PAGE_ANSWERS_MS = 30_000

# Tells what a page says on its console and what fails on it.
WATCH = """(() => {
  const tell = (text) => webkit.messageHandlers.problems.postMessage(String(text));
  const { error } = console;
  console.error = (...parts) => { tell(`console: ${parts.map(String).join(" ")}`); error.apply(console, parts); };
  addEventListener("error", ({ message, filename, lineno }) => message && tell(`${message} at ${filename}:${lineno}`), true);
  addEventListener("unhandledrejection", ({ reason }) => tell(`rejected: ${reason?.stack ?? reason}`));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => tell(`policy: ${violatedDirective} ${blockedURI}`));
})();"""


def tell(message):
    OUTPUT.write(json.dumps(message) + "\n")
    OUTPUT.flush()


def event(what):
    tell({"event": what})


def profile():
    """A profile on the disk, as a phone has it, or one that nothing outlives."""
    if PLAN["isPrivate"]:
        return WebKit.WebContext.new_ephemeral()
    folder = PLAN["profile"]
    data = WebKit.WebsiteDataManager(
        base_data_directory=folder + "/data", base_cache_directory=folder + "/cache"
    )
    made = WebKit.WebContext.new_with_website_data_manager(data)
    made.get_cookie_manager().set_persistent_storage(
        folder + "/cookies.sqlite", WebKit.CookiePersistentStorage.SQLITE
    )
    return made


def keep_download(_context, download):
    """Lets a file arrive in the folder of downloads, and gives it its name once it is whole: WebKit writes a blob bit by bit."""

    def name_it(one, suggested):
        path = PLAN["downloads"] + "/" + suggested
        one.set_destination("file://" + path + ".wkdownload")
        # A download that fails is said to be finished too, after that.
        name_whole = one.connect("finished", lambda _: os.rename(path + ".wkdownload", path))
        one.connect("failed", lambda *_: one.disconnect(name_whole))
        return True

    download.connect("decide-destination", name_it)


def context():
    made = profile()
    made.set_cache_model(WebKit.CacheModel.WEB_BROWSER)
    made.connect("download-started", keep_download)

    def give_place(manager):
        GLib.idle_add(lambda: manager.update_position(WebKit.GeolocationPosition.new(*PLACE)))
        return True

    made.get_geolocation_manager().connect("start", give_place)
    return made


def settings():
    made = WebKit.Settings()
    made.set_user_agent(PLAN["userAgent"])
    made.set_hardware_acceleration_policy(WebKit.HardwareAccelerationPolicy.NEVER)
    made.set_enable_page_cache(True)
    made.set_enable_media_stream(True)
    made.set_enable_mock_capture_devices(True)
    made.set_enable_mediasource(True)
    made.set_media_playback_requires_user_gesture(True)
    made.set_javascript_can_access_clipboard(True)
    return made


def allow(_view, request):
    request.allow()
    return True


def agree(_view, dialog):
    """The lock asks whether it may be left; the person of a story wants to."""
    if dialog.get_dialog_type() == WebKit.ScriptDialogType.ALERT:
        return False
    dialog.confirm_set_confirmed(True)
    return True


def decide(_view, decision, kind):
    """Lets another app's link open nothing, and tells of it."""
    if kind != WebKit.PolicyDecisionType.NAVIGATION_ACTION:
        return False
    url = decision.get_navigation_action().get_request().get_uri()
    if url.split(":")[0] not in ("sms", "tel", "mailto"):
        return False
    event({"type": "launch", "url": url})
    decision.ignore()
    return True


def open_view():
    scripts = WebKit.UserContentManager()
    for source in [WATCH, *PLAN["scripts"]]:
        scripts.add_script(
            WebKit.UserScript.new(
                source,
                WebKit.UserContentInjectedFrames.TOP_FRAME,
                WebKit.UserScriptInjectionTime.START,
                None,
                None,
            )
        )
    scripts.register_script_message_handler("problems")
    scripts.connect(
        "script-message-received::problems",
        lambda _, message: event({"type": "problem", "text": message.get_js_value().to_string()}),
    )
    view = WebKit.WebView(
        user_content_manager=scripts, settings=settings(), web_context=CONTEXT
    )
    view.connect("permission-request", allow)
    view.connect("decide-policy", decide)
    view.connect("script-dialog", agree)
    view.connect(
        "web-process-terminated",
        lambda _, reason: event({"type": "problem", "text": f"The page crashed: {reason}"}),
    )
    view.show()
    return view


CONTEXT = context()
VIEWS = Gtk.Notebook(show_tabs=False, show_border=False)
WINDOW = Gtk.Window()
WINDOW.set_default_size(PLAN["screenSize"]["width"], PLAN["screenSize"]["height"])
WINDOW.add(VIEWS)
WINDOW.show_all()


def view_of(command):
    return VIEWS.get_nth_page(command["tab"])


def answer(number, value=None):
    tell({"id": number, "value": value})


def open_tab(number, _command):
    """Opens a page, which is shown, and answers its number."""
    tab = VIEWS.append_page(open_view(), None)
    VIEWS.set_current_page(tab)
    answer(number, tab)


def show_tab(number, command):
    VIEWS.set_current_page(command["tab"])
    answer(number)


def finish_loading(number, view, begin, tries=3):
    """Begins a load and answers when it is over, or why there is no page; a load that another one replaces is over too."""
    failures = []
    was_cancelled = False

    def failed(_view, _change, url, error):
        nonlocal was_cancelled
        was_cancelled = error.matches(WebKit.NetworkError.quark(), WebKit.NetworkError.CANCELLED)
        failures.append(f"{url} was not loaded: {error.message}")

    def changed(_view, change):
        if change == WebKit.LoadEvent.FINISHED:
            for handler in handlers:
                view.disconnect(handler)
            run(view, "return location.href", None, found)

    def found(href, _error):
        if href != "about:blank":
            answer(number, view.get_uri())
        # In a new view a first load is, rarely, said to be over or cancelled while the view stays empty: it is begun again.
        elif (failures and not was_cancelled) or tries == 1:
            tell({"id": number, "error": "".join(failures) or "The page was not loaded."})
        else:
            finish_loading(number, view, begin, tries - 1)

    handlers = [view.connect("load-failed", failed), view.connect("load-changed", changed)]
    begin()


def run(view, source, given, done):
    """Runs a function body in the page; `done` takes the text that it returns, or None, and what it throws, or None."""
    is_over = False

    def end(value, error):
        nonlocal is_over
        if not is_over:
            is_over = True
            done(value, error)

    def ended(_view, result):
        try:
            end(view.call_async_javascript_function_finish(result).to_string(), None)
        except GLib.Error as error:
            end(None, str(error))

    # The answer of a page that is left at that moment may never come.
    GLib.timeout_add(PAGE_ANSWERS_MS, lambda: end(None, "The page did not answer."))
    view.call_async_javascript_function(source, -1, given, None, None, None, ended)


def go(number, command):
    view = view_of(command)
    finish_loading(number, view, lambda: view.load_uri(command["url"]))


def reload_page(number, command):
    view = view_of(command)
    finish_loading(number, view, view.reload)


def evaluate(number, command):
    def done(value, error):
        tell({"id": number, "value": json.loads(value)} if error is None else {"id": number, "error": error})

    source = "return JSON.stringify((await (" + command["code"] + ")(...JSON.parse(given))) ?? null)"
    given = GLib.Variant("a{sv}", {"given": GLib.Variant("s", json.dumps(command["given"]))})
    run(view_of(command), source, given, done)


def click(number, command):
    """A click of the person, at a place in the view."""
    view = view_of(command)
    pointer = Gdk.Display.get_default().get_default_seat().get_pointer()
    for kind in (Gdk.EventType.BUTTON_PRESS, Gdk.EventType.BUTTON_RELEASE):
        what = Gdk.Event.new(kind)
        what.button.window = view.get_window()
        what.button.time = GLib.get_monotonic_time() // 1000 & 0xFFFFFFFF
        what.button.x, what.button.y = command["x"], command["y"]
        what.button.button = 1
        if kind == Gdk.EventType.BUTTON_RELEASE:
            what.button.state = Gdk.ModifierType.BUTTON1_MASK
        what.set_device(pointer)
        view.event(what)
    answer(number)


def look(number, command):
    """Changes the size of the screen and its colours."""
    Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", command["isDark"])
    WINDOW.resize(command["width"], command["height"])
    answer(number)


def picture(number, command):
    """Writes all of a page, also what has to be scrolled to."""

    def ended(view, result):
        try:
            view.get_snapshot_finish(result).write_to_png(command["path"])
            answer(number)
        except GLib.Error as error:
            tell({"id": number, "error": str(error)})

    region, options = WebKit.SnapshotRegion.FULL_DOCUMENT, WebKit.SnapshotOptions.NONE
    view_of(command).get_snapshot(region, options, None, ended)


COMMANDS = {
    "open": open_tab,
    "show": show_tab,
    "go": go,
    "reload": reload_page,
    "evaluate": evaluate,
    "click": click,
    "look": look,
    "picture": picture,
}


def read(_source, _condition, rest=[""]):
    """Does what each line of the input says."""
    text = os.read(0, 65536).decode()
    if text == "":
        Gtk.main_quit()
        return False
    *lines, rest[0] = (rest[0] + text).split("\n")
    for line in lines:
        command = json.loads(line)
        COMMANDS[command["do"]](command["id"], command)
    return True


GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, read)
tell({"id": 0, "value": "ready"})
Gtk.main()
