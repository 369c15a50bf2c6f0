package enum MediaIOPlaceholder {}
