// zoom.ts: wheel, pinch and drag zoom and pan a drawing within its frame.
//
// One CSS transform moves the whole drawing, so the compositor needs no repaint; once the hand rests, the drawing is
// repainted sharply.  Other elements of the frame read its place from
// --scale, --x and --y.  The page can always be scrolled: over a board that fits, or cannot get
// smaller, touch and plain wheel scroll the page.

import { inside, largest, moved, opened, showing, TARGET, touchable, WHOLE, zoomed, type Point, type Size, type Viewport } from './viewport';

/** The distance in pixels that a pointer may move and still select. */
const SLOP = 6;
/** In smaller squares, in pixels, nobody reads the pieces: such a board opens zoomed. */
const LEGIBLE = 20;
/** The time in ms after which a hand counts as resting. */
const STILL = 180;

export interface ZoomOptions {
  frame: HTMLElement;
  /** The element that moves; as large as the frame. */
  content: HTMLElement | SVGElement;
  /** The width of a square as a fraction of the frame. */
  cell: number;
  files: number;
  /** The starting point when squares are too small, as fractions of the frame. */
  home: Point;
  /** Whether another handler owns this press. */
  owned(event: PointerEvent): boolean;
}

export class Zoom {
  readonly #options: ZoomOptions;
  readonly #away = new AbortController();
  readonly #pointers = new Map<number, Point>();
  readonly #watch: ResizeObserver;
  #size: Size = { width: 0, height: 0 };
  #seen: Viewport = WHOLE;
  #panned = false;
  #still: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ZoomOptions) {
    this.#options = options;
    const { frame } = options;
    const { signal } = this.#away;
    const on = <K extends keyof HTMLElementEventMap>(name: K, listener: (event: HTMLElementEventMap[K]) => void) =>
      frame.addEventListener(name, listener, { signal, passive: false });
    on('pointerdown', (event) => this.#down(event));
    on('pointermove', (event) => this.#move(event));
    on('pointerup', (event) => this.#up(event));
    on('pointercancel', (event) => this.#up(event));
    on('pointerleave', (event) => this.#up(event));
    on('wheel', (event) => this.#wheel(event));
    // The browser's own handling of two fingers, or of one finger on a zoomed board.
    on('touchmove', (event) => {
      if (event.cancelable && (event.touches.length > 1 || this.#seen.scale > 1)) event.preventDefault();
    });
    this.#watch = new ResizeObserver(() => this.#resize());
    this.#watch.observe(frame);
  }

  free(): void {
    this.#away.abort();
    this.#watch.disconnect();
    clearTimeout(this.#still);
    this.#options.content.style.transform = '';
    this.#options.content.style.willChange = '';
  }

  get scale(): number {
    return this.#seen.scale;
  }

  /** Whether squares are too small for a finger. */
  get small(): boolean {
    return this.#cell * this.#seen.scale < TARGET - 0.5;
  }

  /** Whether the press that just ended panned the board. */
  get panned(): boolean {
    return this.#panned;
  }

  /** Zooms around the middle. */
  by(factor: number): void {
    this.#see(zoomed(this.#seen, this.#size, this.#most, factor, { x: this.#size.width / 2, y: this.#size.height / 2 }));
  }

  whole(): void {
    this.#see(WHOLE);
  }

  /** Zooms to finger size around a point of the screen. */
  approach(x: number, y: number): void {
    const at = this.#local({ clientX: x, clientY: y });
    const { scale, x: left, y: top } = this.#seen;
    this.#see(touchable(this.#size, this.#cell, { x: (at.x - left) / scale, y: (at.y - top) / scale }));
  }

  /** Pans until a part of the drawing, given as fractions of the frame, is visible. */
  reveal(part: Point & Size): void {
    if (this.#seen.scale === 1) return;
    const { width, height } = this.#size;
    this.#see(showing(this.#seen, this.#size, this.#most,
      { x: part.x * width, y: part.y * height, width: part.width * width, height: part.height * height }));
  }

  get #cell(): number {
    return this.#options.cell * this.#size.width;
  }

  get #most(): number {
    return largest(this.#cell);
  }

  #local({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top } = this.#options.frame.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  #see(seen: Viewport): void {
    const { content, frame } = this.#options;
    const before = this.#seen;
    if (seen.scale === before.scale && seen.x === before.x && seen.y === before.y) return;
    this.#seen = seen;
    content.style.willChange = 'transform';
    content.style.transform = seen.scale === 1 ? '' : `translate(${seen.x}px, ${seen.y}px) scale(${seen.scale})`;
    for (const [name, value] of [['--scale', seen.scale], ['--x', `${seen.x}px`], ['--y', `${seen.y}px`]] as const)
      frame.style.setProperty(name, `${value}`);
    clearTimeout(this.#still);
    this.#still = setTimeout(() => { content.style.willChange = ''; }, STILL);
    if (seen.scale !== before.scale) frame.toggleAttribute('data-zoomed', seen.scale > 1);
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#options.frame;
    const old = this.#size;
    if (width === 0 || (width === old.width && height === old.height)) return;
    this.#size = { width, height };
    if (old.width > 0) {
      const grown = width / old.width;
      this.#see(inside({ ...this.#seen, x: this.#seen.x * grown, y: this.#seen.y * grown }, this.#size, this.#most));
    } else if (this.small && (this.#cell < LEGIBLE || matchMedia('(pointer: coarse)').matches)) {
      const { home, files } = this.#options;
      this.#see(opened(this.#size, this.#cell, files, { x: home.x * width, y: home.y * height }));
    }
  }

  #down(event: PointerEvent): void {
    if (this.#pointers.size === 0) this.#panned = false;
    if (event.button !== 0 || (this.#pointers.size === 0 && this.#options.owned(event))) return;
    this.#pointers.set(event.pointerId, this.#local(event));
  }

  #move(event: PointerEvent): void {
    const from = this.#pointers.get(event.pointerId);
    if (!from) return;
    const to = this.#local(event);
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    const [other] = others;
    if (other) {
      const distance = (a: Point) => Math.max(20, Math.hypot(a.x - other.x, a.y - other.y));
      const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 };
      const grown = zoomed(this.#seen, this.#size, this.#most, distance(to) / distance(from), middle);
      this.#see(moved(grown, this.#size, this.#most, { x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 }));
      this.#panned = true;
    } else {
      if (this.#seen.scale === 1) return;
      if (!this.#panned && Math.hypot(to.x - from.x, to.y - from.y) < SLOP) return;
      if (!this.#panned) this.#options.frame.setPointerCapture(event.pointerId);
      this.#panned = true;
      this.#see(moved(this.#seen, this.#size, this.#most, { x: to.x - from.x, y: to.y - from.y }));
    }
    this.#pointers.set(event.pointerId, to);
  }

  #up(event: PointerEvent): void {
    // A captured pointer may leave the frame while still pressed.
    if (event.type === 'pointerleave' && this.#options.frame.hasPointerCapture(event.pointerId)) return;
    this.#pointers.delete(event.pointerId);
  }

  #wheel(event: WheelEvent): void {
    if (!event.ctrlKey && this.#seen.scale === 1 && !this.small) return;
    const before = this.#seen;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY))
      this.#see(moved(before, this.#size, this.#most, { x: -event.deltaX * lines, y: 0 }));
    else
      this.#see(zoomed(before, this.#size, this.#most, Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.002)),
        this.#local(event)));
    if (event.ctrlKey || this.#seen !== before) event.preventDefault();
  }
}
