// Web/watch.css, by Scripts/embed-watch: change it there.

extension WatchPage {
  static let style =
    #"""
    :root {
      color-scheme: light dark;
      --surface: #ffffff;
      --text: #1d1d1f;
      --muted: #66666d;
      --hover: rgb(0 0 0 / 6%);
      --chosen: rgb(47 111 237 / 14%);
      --accent: #2f6fed;
      --on-accent: #ffffff;
      --well: #f3f3f5;
      --good: #2b8a3e;
      --wait: #b35c00;
      --danger: #c92a2a;
      --shadow: 0 0 0 1px rgb(0 0 0 / 6%), 0 1px 2px rgb(0 0 0 / 6%), 0 10px 30px rgb(0 0 0 / 10%);
      --gap: 12px;
      font: 14px/1.4 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif;
      color: var(--text);
    }

    @media (prefers-color-scheme: dark) {
      :root {
        --surface: #2b2b2e;
        --text: #f1f1f3;
        --muted: #a5a5ad;
        --hover: rgb(255 255 255 / 9%);
        --chosen: rgb(122 167 255 / 22%);
        --accent: #7aa7ff;
        --on-accent: #14213d;
        --well: #1a1a1c;
        --good: #69db7c;
        --wait: #ffc078;
        --danger: #ff8787;
        --shadow: 0 0 0 1px rgb(255 255 255 / 9%), 0 1px 2px rgb(0 0 0 / 40%),
          0 10px 30px rgb(0 0 0 / 45%);
      }
    }

    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    html, body { margin: 0; height: 100%; overflow: hidden; background: var(--well); }

    .unseen {
      position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
      clip-path: inset(50%); white-space: nowrap;
    }

    #stage { position: fixed; inset: 0; display: grid; place-items: center; }
    #picture { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }

    .panel {
      position: fixed; display: flex; align-items: center; gap: 8px; padding: 6px 8px;
      border-radius: 10px; background: var(--surface); box-shadow: var(--shadow);
    }
    .panel p { margin: 0; }
    .top-left {
      left: max(var(--gap), env(safe-area-inset-left)); top: max(var(--gap), env(safe-area-inset-top));
      max-width: calc(100vw - 2 * var(--gap));
    }
    .bottom-right {
      right: max(var(--gap), env(safe-area-inset-right));
      bottom: max(var(--gap), env(safe-area-inset-bottom));
    }
    .bottom-left { left: var(--gap); bottom: calc(2 * var(--gap) + 48px); }

    .light { flex: none; width: 10px; height: 10px; margin-left: 4px; border-radius: 50%; background: var(--wait); }
    .light[data-state="live"] { background: var(--good); }
    .light[data-state="ended"] { background: var(--muted); }
    .light[data-state="refused"] { background: var(--danger); }

    button {
      min-height: 36px; padding: 0 12px; border: 0; border-radius: 7px; background: transparent;
      color: inherit; font: inherit; cursor: pointer;
    }
    button:hover { background: var(--hover); }
    button[aria-pressed="true"] { background: var(--chosen); }
    button:focus-visible, input:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
    .large, dialog button {
      z-index: 1; min-height: 44px; padding: 0 20px; background: var(--accent); color: var(--on-accent);
      font-weight: 600;
    }
    .large { box-shadow: var(--shadow); }
    .large:hover, dialog button:hover { background: var(--accent); filter: brightness(1.08); }

    dl { display: grid; grid-template-columns: auto auto; gap: 2px 16px; margin: 4px; }
    dt { color: var(--muted); }
    dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }

    dialog {
      max-width: min(360px, calc(100vw - 2 * var(--gap))); border: 0; border-radius: 14px; padding: 20px;
      background: var(--surface); color: var(--text); box-shadow: var(--shadow);
    }
    dialog::backdrop { background: rgb(0 0 0 / 40%); }
    dialog form { display: grid; gap: 10px; }
    dialog h1, dialog p { margin: 0; }
    dialog h1 { font-size: 18px; }
    input {
      min-height: 40px; padding: 0 10px; border: 1px solid var(--muted); border-radius: 7px;
      background: var(--well); color: inherit; font: inherit;
    }
    .no-script { position: fixed; inset: 0; display: grid; place-items: center; background: var(--well); }

    """#
}
