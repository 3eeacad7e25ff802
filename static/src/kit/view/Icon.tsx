import { type Icon as IconName, outline } from '../dom/icons'

export function Icon({ name }: { name: IconName }) {
  const { path, className } = outline(name)
  return (
    <svg viewBox="0 0 24 24" class={className} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
