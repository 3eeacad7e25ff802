/** An amount in minor units as people of the page's language write it: 1250 cents are $12.50. */
export function inUnits(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(document.documentElement.lang || 'en', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
