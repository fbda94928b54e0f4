// CodeArea.tsx: a text editor with line numbers and error marks.
//
// It is a textarea, for phones, screen readers and input methods.  Numbers and marks lie beside and over it
// and contain no text; only visible ones are drawn.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isWarning } from '../textFault';
import { extentOf, lineStart, offsetOf } from './place';
import type { Diagnostic } from './trial';
import './invent.css';

interface CodeAreaProps {
  text: string;
  faults: readonly Diagnostic[];
  label: string;
  /** The place to go to; a new object goes there again. */
  goTo: { line: number; column: number } | null;
  describedBy: string;
  onChange(text: string): void;
}

interface Sight {
  top: number;
  left: number;
  height: number;
}

export function CodeArea({ text, faults, label, goTo, describedBy, onChange }: CodeAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [sight, setSight] = useState<Sight>({ top: 0, left: 0, height: 0 });
  const [size, setSize] = useState({ line: 20, top: 0, left: 0, font: '' });

  const look = () => {
    const { scrollTop: top, scrollLeft: left, clientHeight: height } = area.current!;
    setSight({ top, left, height });
  };
  useLayoutEffect(() => {
    const style = getComputedStyle(area.current!);
    setSize({
      line: parseFloat(style.lineHeight), top: parseFloat(style.paddingTop), left: parseFloat(style.paddingLeft),
      font: `${style.fontSize} ${style.fontFamily}`,
    });
    look();
    const observer = new ResizeObserver(look);
    observer.observe(area.current!);
    return () => observer.disconnect();
  }, []);

  // Before anything else is drawn or typed: the reader may type there at once.
  useLayoutEffect(() => {
    if (!goTo) return;
    const { line, column } = goTo;
    const at = offsetOf(text, line, column);
    const one = area.current!;
    one.focus();
    one.setSelectionRange(at, Math.min(at + extentOf(text, at), text.length));
    one.scrollTop = Math.max(0, (line - 3) * size.line);
    look();
  }, [goTo]);

  const first = Math.max(0, Math.floor((sight.top - size.top) / size.line));
  const count = Math.ceil(sight.height / size.line) + 1;
  const lines = text.split('\n').length;
  const wrong = new Map<number, string>();
  for (const fault of faults) {
    if (!wrong.has(fault.line) || !isWarning(fault)) wrong.set(fault.line, isWarning(fault) ? 'warned' : 'wrong');
  }
  const y = (line: number) => size.top + (line - 1) * size.line - sight.top;
  return (
    <div class="code">
      <div class="gutter" aria-hidden="true" style={{ width: `${String(lines).length + 1.5}ch` }}>
        {Array.from({ length: Math.max(0, Math.min(count, lines - first)) }, (_, i) => first + i + 1).map((line) => (
          <span key={line} class={wrong.get(line) ?? ''} style={{ transform: `translateY(${y(line)}px)` }}>{line}</span>
        ))}
      </div>
      <div class="code-area">
        <textarea ref={area} value={text} wrap="off" spellcheck={false} autocomplete="off" autocapitalize="off"
          aria-label={label} aria-invalid={faults.some((fault) => !isWarning(fault))} aria-describedby={describedBy}
          onScroll={look} onInput={(event) => onChange(event.currentTarget.value)} />
        <div class="code-marks" aria-hidden="true">
          {faults.filter(({ line }) => line > first && line <= first + count).map((fault, i) => (
            <Mark key={i} text={text} fault={fault} font={size.font} top={y(fault.line) + size.line} left={size.left - sight.left} />
          ))}
        </div>
      </div>
    </div>
  );
}

let canvas: CanvasRenderingContext2D | null = null;

function widthOf(text: string, font: string): number {
  canvas ??= document.createElement('canvas').getContext('2d')!;
  canvas.font = font;
  return canvas.measureText(text.replaceAll('\t', '        ')).width;
}

function Mark({ text, fault, font, top, left }: { text: string; fault: Diagnostic; font: string; top: number; left: number }) {
  const start = lineStart(text, fault.line);
  const at = offsetOf(text, fault.line, fault.column);
  // A mark so far to the right is never in view.
  if (at - start > 2000) return null;
  const before = widthOf(text.slice(start, at), font);
  const width = Math.max(8, widthOf(text.slice(at, at + extentOf(text, at)).split('\n', 1)[0]!, font));
  return (
    <span class={isWarning(fault) ? 'warned' : 'wrong'} data-mark={`${fault.line}:${fault.column}`}
      style={{ transform: `translate(${left + before}px, ${top - 3}px)`, width: `${width}px` }} />
  );
}
