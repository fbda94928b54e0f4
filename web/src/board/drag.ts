// drag.ts: dragging a piece with the mouse.

/** The distance in pixels before a press becomes a drag. */
const DRAG_PX = 6;

export interface Drag {
  /** The drawing of the piece, which is copied. */
  piece: SVGGElement;
  /** Its size on the screen. */
  width: number;
  height: number;
  /** The parent of the copy. */
  root: HTMLElement;
  /** The drag has begun. */
  onStart(): void;
  /** The piece was released over this element; null: the drag was cancelled. */
  onDrop(over: Element | null): void;
}

/** Follows the pressed pointer until it is released. */
export function carry(press: PointerEvent, { piece, width, height, root, onStart, onDrop }: Drag): void {
  const done = new AbortController();
  let ghost: SVGSVGElement | null = null;
  const lift = (): SVGSVGElement => {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const copy = piece.cloneNode(true) as SVGGElement;
    const turned = /rotate\(180\)/.test(piece.getAttribute('transform') ?? '');
    copy.setAttribute('transform', turned ? 'rotate(180)' : '');
    svg.setAttribute('viewBox', '-50 -54.5 100 109');
    svg.setAttribute('class', 'carried');
    svg.setAttribute('aria-hidden', 'true');
    svg.style.width = `${width}px`;
    svg.append(copy);
    root.append(svg);
    piece.classList.add('lifted');
    onStart();
    return svg;
  };
  const end = (over: Element | null) => {
    done.abort();
    if (!ghost) return;
    ghost.remove();
    piece.classList.remove('lifted');
    onDrop(over);
  };
  const { signal } = done;
  addEventListener('pointermove', (event) => {
    if (event.pointerId !== press.pointerId) return;
    if (!ghost && Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < DRAG_PX) return;
    ghost ??= lift();
    ghost.style.transform = `translate(${event.clientX - width / 2}px, ${event.clientY - height / 2}px)`;
  }, { signal });
  addEventListener('pointerup', (event) => {
    if (event.pointerId === press.pointerId) end(document.elementFromPoint(event.clientX, event.clientY));
  }, { signal });
  addEventListener('pointercancel', (event) => { if (event.pointerId === press.pointerId) end(null); }, { signal });
  addEventListener('keydown', (event) => { if (event.key === 'Escape') end(null); }, { signal });
}
