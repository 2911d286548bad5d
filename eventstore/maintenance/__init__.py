"""Operations on a store as a whole: verify, back up, restore, copy, erase a person."""
