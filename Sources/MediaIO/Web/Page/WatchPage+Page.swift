// Web/watch.html, by Scripts/embed-watch: change it there.

extension WatchPage {
  static let page =
    #"""
    <!doctype html>
    <html lang="en">
    <head>
      <meta charset="utf-8">
      <title>FaceBoard live</title>
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
      <meta name="color-scheme" content="light dark">
      <meta name="description" content="A board, live, with its sound.">
      <meta http-equiv="Content-Security-Policy"
        content="default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; media-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'">
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="watch.css">
      <script type="module" src="watch.js"></script>
    </head>
    <body>
      <main id="stage">
        <video id="picture" playsinline aria-label="The board, live" aria-describedby="keys"></video>
        <p id="keys" class="unseen">M turns the sound off and on, F fills the screen, S shows the
          statistics.</p>
        <button id="listen" class="large" hidden>Turn on the sound</button>
      </main>

      <div class="panel top-left">
        <span id="light" class="light" data-state="connecting" aria-hidden="true"></span>
        <p id="state" role="status" aria-live="polite">Connecting…</p>
        <button id="again" hidden>Try now</button>
      </div>

      <div class="panel bottom-right" role="toolbar" aria-label="View">
        <button id="sound" aria-keyshortcuts="M" aria-pressed="true">Sound</button>
        <button id="whole" aria-keyshortcuts="F" aria-pressed="false">Full screen</button>
        <button id="figures" aria-keyshortcuts="S" aria-pressed="false" aria-controls="statistics">Statistics</button>
      </div>

      <section id="statistics" class="panel bottom-left" aria-label="Statistics" hidden>
        <dl id="list"></dl>
      </section>

      <dialog id="ask" aria-labelledby="ask-title">
        <form method="dialog">
          <h1 id="ask-title">A token is needed</h1>
          <p id="ask-why">Whoever sent you here has it.</p>
          <label for="token">Token</label>
          <input id="token" type="password" autocomplete="off" autocapitalize="off" spellcheck="false" required>
          <button>Watch</button>
        </form>
      </dialog>
      <noscript><p class="no-script">The stream is played by a program in the page: JavaScript has to be
        allowed.</p></noscript>
    </body>
    </html>

    """#
}
