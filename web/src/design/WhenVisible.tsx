// WhenVisible.tsx: renders what is expensive to draw when it comes into view.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** class: the class of the element around the children, which is on the page before them. */
export function WhenVisible({ class: name = 'seen', children }: { class?: string; children: ComponentChildren }) {
  const place = useRef<HTMLSpanElement>(null);
  const [seen, see] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      see(true);
      observer.disconnect();
    }, { rootMargin: '200px' });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return <span class={name} ref={place}>{seen && children}</span>;
}
