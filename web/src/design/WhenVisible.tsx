// WhenVisible.tsx: renders what is expensive to draw when it comes into view.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export function WhenVisible({ children }: { children: ComponentChildren }) {
  const place = useRef<HTMLSpanElement>(null);
  const [seen, see] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) see(true);
    }, { rootMargin: '200px' });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return <span class="seen" ref={place}>{seen && children}</span>;
}
