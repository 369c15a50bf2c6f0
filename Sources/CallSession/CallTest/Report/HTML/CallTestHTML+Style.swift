extension CallTestHTML {
  /// Colours of series after Okabe and Ito (2008), which the colour-blind tell apart; lighter in the dark.
  static let style: StaticString = """
    :root { color-scheme: light dark;
      --page: #fbfaf7; --card: #ffffff; --ink: #1d2126; --soft: #5c6570; --rule: #dfe0dc;
      --good: #0b7a5a; --fair: #9a6200; --bad: #b3261e;
      --good-tint: #e6f4ee; --fair-tint: #fdf1da; --bad-tint: #fbe7e5;
      --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #b8558c; --c4: #b98500; --c5: #3b9bd4; }
    @media (prefers-color-scheme: dark) { :root {
      --page: #14171a; --card: #1c2024; --ink: #e9eaec; --soft: #a2abb5; --rule: #343a41;
      --good: #57cfa4; --fair: #f0b64f; --bad: #ff8a80;
      --good-tint: #16302a; --fair-tint: #352a14; --bad-tint: #3b1f1d;
      --c0: #62b5ec; --c1: #f5935a; --c2: #45cfa1; --c3: #e6a2c8; --c4: #f0c04f; --c5: #a5dcfa; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--page); color: var(--ink); line-height: 1.5;
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
    main, footer { max-width: 1080px; margin: 0 auto; padding: 0 20px; }
    main { padding-top: 28px; }
    footer { padding-bottom: 40px; color: var(--soft); font-size: .85rem; }
    p { max-width: 46rem; margin: .4em 0 .8em; }
    h2 { font-size: 1.25rem; margin: 2.4rem 0 .6rem; line-height: 1.25; }
    h3 { font-size: 1rem; margin: 1.6rem 0 .5rem; }
    .facts { color: var(--soft); margin: 0 0 12px; font-size: .92rem; }
    .verdict { border-radius: 14px; padding: 24px 28px; border: 1px solid; }
    .verdict h1 { font-size: clamp(1.25rem, 2.6vw, 1.75rem); line-height: 1.3; margin: 10px 0 0;
      max-width: 46rem; text-wrap: pretty; font-weight: 650; }
    .good { --level: var(--good); --tint: var(--good-tint); }
    .fair { --level: var(--fair); --tint: var(--fair-tint); }
    .bad { --level: var(--bad); --tint: var(--bad-tint); }
    .verdict { background: var(--tint); border-color: var(--level); }
    .chip { display: inline-flex; align-items: center; gap: 6px; color: var(--level);
      font-weight: 650; font-size: .88rem; white-space: nowrap; }
    .chip svg { width: 15px; height: 15px; flex: none; }
    .chip path { fill: var(--level); }
    .tiles { display: grid; gap: 12px; grid-template-columns: repeat(4, 1fr);
      margin: 16px 0 0; padding: 0; list-style: none; }
    .tiles li { background: var(--card); border: 1px solid var(--rule); border-radius: 12px;
      padding: 12px 14px; }
    .tiles .name { color: var(--soft); font-size: .82rem; display: block; }
    .tiles .value { font-size: 1.4rem; font-weight: 650; line-height: 1.3; display: block;
      font-variant-numeric: tabular-nums; }
    .tiles .where { color: var(--soft); font-size: .8rem; display: block; }
    .findings { list-style: none; padding: 0; margin: 0; display: grid; gap: 10px; }
    .finding { background: var(--card); border: 1px solid var(--rule);
      border-left: 6px solid var(--level); border-radius: 10px; padding: 12px 16px; }
    .finding p { margin: 4px 0 0; max-width: 54rem; }
    .finding .text { font-weight: 600; }
    .finding .from { color: var(--soft); font-size: .82rem; }
    .finding code { color: var(--soft); font-size: .82rem; margin-left: 8px; }
    .scroll { overflow-x: auto; margin: .6rem 0 1rem; border: 1px solid var(--rule);
      border-radius: 12px; background: var(--card); }
    .scroll:focus-visible { outline: 2px solid var(--c0); outline-offset: 2px; }
    table { border-collapse: collapse; width: 100%; font-size: .9rem;
      font-variant-numeric: tabular-nums; }
    caption { text-align: left; padding: 12px 11px 4px; color: var(--soft); font-size: .85rem; }
    th, td { padding: 8px 11px; text-align: right; vertical-align: top; white-space: nowrap;
      border-top: 1px solid var(--rule); }
    thead th { color: var(--soft); font-weight: 600; font-size: .8rem; vertical-align: bottom;
      white-space: normal; }
    tr > :first-child { text-align: left; font-weight: 600; }
    td small, th small { display: block; color: var(--soft); font-weight: 400; font-size: .78rem; }
    td.fair, td.bad { color: var(--level); background: var(--tint); font-weight: 600; }
    td.fair::before { content: "▲ "; font-size: .75em; }
    td.bad::before { content: "✖ "; font-size: .8em; }
    td.own { color: var(--soft); }
    .matrix td { text-align: center; min-width: 96px; }
    .matrix thead th { text-align: center; } .matrix thead th:first-child { text-align: left; }
    .matrix b { font-size: 1.15rem; font-weight: 650; }
    .plots { display: grid; gap: 16px;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 420px), 1fr)); }
    figure { margin: 0; background: var(--card); border: 1px solid var(--rule);
      border-radius: 12px; padding: 12px 14px 8px; break-inside: avoid; }
    figcaption { display: flex; flex-wrap: wrap; gap: 2px 14px; align-items: baseline;
      font-size: .88rem; margin-bottom: 4px; }
    .plot-title { font-weight: 600; }
    .legend { display: flex; flex-wrap: wrap; gap: 2px 12px; color: var(--soft);
      font-size: .82rem; }
    .key { display: inline-flex; align-items: center; gap: 5px; }
    .key svg { width: 22px; height: 12px; }
    .plot { display: block; width: 100%; height: auto; }
    .plot text { fill: var(--soft); font-size: 11.5px; font-variant-numeric: tabular-nums; }
    .tick-y { text-anchor: end; } .tick-x, .event-number { text-anchor: middle; }
    .plot .event-number { font-weight: 700; fill: var(--ink); }
    .grid, .axis, .limit, .event { fill: none; stroke: var(--rule); stroke-width: 1; }
    .axis { stroke: var(--soft); }
    .limit { stroke: var(--fair); stroke-width: 1.4; stroke-dasharray: 2 4; }
    .event { stroke: var(--ink); stroke-dasharray: 5 4; opacity: .55; }
    .mark { fill: none; stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round; }
    .dots { stroke-width: 6; } .squares { stroke-width: 1.5; }
    .c0 { stroke: var(--c0); } .c1 { stroke: var(--c1); } .c2 { stroke: var(--c2); }
    .c3 { stroke: var(--c3); } .c4 { stroke: var(--c4); } .c5 { stroke: var(--c5); }
    .line.c1 { stroke-dasharray: 7 4; } .line.c2 { stroke-dasharray: 2 4; }
    .line.c4 { stroke-dasharray: 8 4 2 4; } .line.c5 { stroke-dasharray: 3 3; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 18px; font-size: .92rem;
      max-width: 60rem; }
    dt { font-weight: 600; } dd { margin: 0; }
    pre { overflow-x: auto; background: var(--card); border: 1px solid var(--rule);
      border-radius: 8px; padding: 10px 14px; font-size: .88rem; }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    @media (max-width: 760px) { .tiles { grid-template-columns: 1fr 1fr; } }
    @media (max-width: 560px) { main, footer { padding-left: 14px; padding-right: 14px; }
      .verdict { padding: 18px; } dl { grid-template-columns: 1fr; } dd { margin-bottom: 8px; }
      th, td { padding: 7px 10px; } }
    @media print { body { background: none; font-size: 12px; } .scroll { overflow: visible; }
      .verdict, .finding, td { print-color-adjust: exact; } .plots { display: block; }
      figure { margin-bottom: 10px; } tr, .finding { break-inside: avoid; } }
    """
}
