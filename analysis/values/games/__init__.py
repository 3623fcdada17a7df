"""Canonical forms of short games: order, sums, named games, formatting and notation. Depends on no other subpackage.

In order of dependency; each module imports only modules above it:

  forms                    `Value`: canonical form, partial order, interning; the simplest number
  option_order             a fixed order of options for output
  outcome                  outcome classes and incentives
  named_games              constructors: nimbers, ups, tiny, miny, switches
  number_heating           games that chill to numbers, and numbers warmed again
  infinitesimal_reduction  reduced canonical forms: games up to infinitesimals
  recognition              ups, stars and copies of tiny recognised by their canonical form
  sums                     sums, negatives and multiples: the operators of `Value`
  atomic_weight            the number of ups that an infinitesimal is worth
  printing                 value to text: `repr` of `Value`
  arithmetic_budget        arithmetic within a limit of work
  notation                 text to value
"""
